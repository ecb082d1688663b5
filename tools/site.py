"""Hooks of mkdocs: the documents of the root become pages, and links lead on the site.

No document stands twice. README.md, CONTRIBUTING.md and the other documents of the root are read
as they are. A link that leaves ``docs`` becomes a link to the page of that document, or to the
file in the repository.
"""

from __future__ import annotations

import os
import posixpath
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.structure.files import File

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
PAGES_OF_ROOT = {
    "README.md": "index.md",
    "README.zh.md": "readme.zh.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
}
SOURCE_OF = {page: document for document, page in PAGES_OF_ROOT.items()}
LINK = re.compile(r"(\]\()(?!https?:|mailto:|#)([^)\s#]+)(#[^)\s]*)?(\))")
CODE = re.compile(r"^```[\s\S]*?^```|^(?: {4}.*\n)+|`[^`\n]+`", re.M)


def repository() -> str:
    """Address of the repository: that of the forge that builds, else that of the package."""
    server, name = os.environ.get("GITHUB_SERVER_URL"), os.environ.get("GITHUB_REPOSITORY")
    if server and name:
        return f"{server}/{name}"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return str(project["urls"]["Source"])


def slug(heading: str, separator: str) -> str:
    """Anchor of a heading, as forges make it, so that a link holds here and there."""
    kept = re.sub(r"[^\w\- ]", "", heading.lower())
    return kept.replace(" ", separator)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Use the anchors of forges."""
    config.mdx_configs["toc"]["slugify"] = slug
    if address := os.environ.get("DOCS_URL"):
        config.site_url = address
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the documents of the root as pages."""
    for document, page in PAGES_OF_ROOT.items():
        text = (ROOT / document).read_text("utf-8")
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Lead the links of a page to pages, pictures, or files of the repository."""
    here = page.file.src_uri
    document = SOURCE_OF.get(here, f"docs/{here}")
    code = [(found.start(), found.end()) for found in CODE.finditer(markdown)]

    def lead(found: re.Match[str]) -> str:
        if any(start <= found.start() < end for start, end in code):
            return found[0]
        return f"{found[1]}{target(document, here, found[2])}{found[3] or ''}{found[4]}"

    return LINK.sub(lead, markdown)


def target(document: str, page: str, link: str) -> str:
    """Where a link of a document leads on the site.

    >>> target("README.md", "index.md", "docs/how-to.md")
    'how-to.md'
    >>> target("docs/decisions/ask.md", "decisions/ask.md", "../../SECURITY.md")
    '../security.md'
    """
    path = posixpath.normpath(posixpath.join(posixpath.dirname(document), link))
    if not (ROOT / path).exists():
        return link  # mkdocs names it as broken
    if path in PAGES_OF_ROOT:
        path = f"docs/{PAGES_OF_ROOT[path]}"
    elif not path.startswith("docs/") or (ROOT / path).is_dir():
        return f"{repository()}/blob/HEAD/{path}"
    return posixpath.relpath(path.removeprefix("docs/"), posixpath.dirname(page) or ".")
