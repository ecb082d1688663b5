"""``leadline mcp``, talked to by the client of the official SDK over stdin and stdout."""

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

from leadline.assist.tools import AssistantTools
from leadline.errors import BudgetSpent
from leadline_zoo.source import serve
from leadline_zoo.spec import SourceSpec


def parameters(folder: Path, *options: str) -> Any:
    mcp = pytest.importorskip("mcp")
    command = ["-m", "leadline", "mcp", str(folder), *options]
    return mcp.StdioServerParameters(command=sys.executable, args=command)


async def call(client: Any, name: str, **arguments: Any) -> dict[str, Any]:
    result = await client.call_tool(name, arguments)
    assert not result.is_error, result
    plain: dict[str, Any] = result.structured_content
    return plain


def test_an_assistant_goes_the_whole_way(tmp_path: Path) -> None:
    mcp = pytest.importorskip("mcp")  # it takes a second, which other processes spare

    async def session(url: str) -> None:
        async with mcp.Client(parameters(tmp_path, "--private", "--requests", "300")) as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            assert tools == {
                *("projects", "inspect", "harvest", "search", "ask", "table"),
                *("doubts", "hint", "take_back"),
            }
            seen = await call(client, "inspect", url=url)
            assert seen["trouble"] == ""
            assert next(column["column"] for column in seen["columns"]) == "Title"
            taken = await call(client, "harvest", project="books", urls=[url], requests=120)
            (source,) = taken["sources"].values()
            assert source["records"] == 40
            assert taken["requests"] <= 120
            assert taken["requests_left"] == 300 - seen["requests"] - taken["requests"]
            listed = await call(client, "projects")
            assert listed["projects"][0]["project"] == "books"
            table = await call(client, "table", project="books", limit=3)
            assert (len(table["rows"]), table["total"]) == (3, 40)
            told = await call(client, "doubts", project="books")
            (each,) = told["sources"].values()
            column = next(one for one in each["alternatives"] if one["decision"] == "column")
            named = {"project": "books", "kind": "column", "example": ["1", "Name of the book"]}
            heeded = await call(client, "hint", **named)
            assert "holds on" in heeded["agreement"]
            renamed = (await call(client, "table", project="books", limit=1))["rows"][0]
            assert renamed["Name of the book"] == column["example"][0].partition("=")[2]
            assert (await call(client, "doubts", project="books"))["hints"]
            back = await call(client, "take_back", project="books")
            assert [one["records"] for one in back["sources"].values()] == [40]
            word = table["rows"][0]["Author"].replace(",", " ").split()[0]
            only = {"project": "part", "urls": [url], "only": [f"q={word}"]}
            (part,) = (await call(client, "harvest", **only))["sources"].values()
            assert part["reason"].startswith(f"only q={word} is wanted: ")
            assert 0 < part["records"] < 40
            found = await call(client, "search", project="books", query=f"author:{word}")
            live = await call(client, "ask", project="books", query=f"author:{word}", deadline=120)
            assert len(live["rows"]) == found["total"] > 0
            assert not live["is_partial"]
            assert live["requests_left"] < taken["requests_left"]
            wrong = await client.call_tool("search", {"project": "../books", "query": word})
            assert wrong.is_error

    with serve(SourceSpec("books", "books", count=40)) as source:
        asyncio.run(session(source.url))


def test_addresses_and_folders_outside_are_refused(tmp_path: Path) -> None:
    tools = AssistantTools(tmp_path)
    for url in ("http://127.0.0.1/", "http://localhost:8000/", "http://10.0.0.1/"):
        with pytest.raises(ValueError, match="private address"):
            asyncio.run(tools.inspect(url))
    with pytest.raises(ValueError, match="leadline reads web pages"):
        asyncio.run(tools.harvest("books", ["file:///etc/passwd"]))
    for name in ("..", "../x", "/etc", "a/b", ".hidden", ""):
        with pytest.raises(ValueError, match="project is named"):
            tools.search(name, "tea")


def test_the_budget_of_a_server_ends(tmp_path: Path) -> None:
    tools = AssistantTools(tmp_path, requests=0, private=True)
    with pytest.raises(BudgetSpent):
        asyncio.run(tools.inspect("http://127.0.0.1:9/"))
    with pytest.raises(BudgetSpent):
        asyncio.run(tools.harvest("books", ["http://127.0.0.1:9/"]))
