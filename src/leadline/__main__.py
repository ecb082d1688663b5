"""``python -m leadline``: the command line, where its script is not on the path."""

from leadline.cli import main

if __name__ == "__main__":
    main()
