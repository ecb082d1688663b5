#!/bin/sh
# Installs the frameworks on which tests run real registers: System.Web under Mono (Debian), and
# Ayame and Django Unicorn in .tools/stacks. Tests are skipped without them.
set -u
cd "$(dirname "$0")/.."
if ! command -v mcs >/dev/null && command -v apt-get >/dev/null; then
    (apt-get update && apt-get install --yes --no-install-recommends mono-mcs mono-runtime \
        libmono-system-web4.0-cil libmono-system-web-extensions4.0-cil) >/dev/null 2>&1 ||
        echo "Mono could not be installed"
fi
[ -x .tools/stacks/bin/python ] && exit 0
python3 -m venv .tools/stacks &&
    .tools/stacks/bin/pip install --quiet --disable-pip-version-check ayame==0.5 django-unicorn==0.67.0 ||
    { rm -rf .tools/stacks; echo "Ayame and Django Unicorn could not be installed"; }
exit 0
