"""A run killed with -9 in the middle of a session goes on where it was, from its archive alone."""

import asyncio
import sys
from pathlib import Path

import pytest
from hostile_server import Seen, Site, answer

from tables import read_text

HERE = str(Path(__file__).parent)
RUN = read_text(__file__, "RUN")


@pytest.mark.slow
def test_a_killed_run_goes_on_in_its_session_and_repeats_at_most_one_request(
    tmp_path: Path,
) -> None:
    sessions: list[str] = []

    async def form(_: Seen, writer: asyncio.StreamWriter) -> None:
        sessions.append(f"s{len(sessions)}")
        writer.write(answer(b"form", 200, f"Set-Cookie: sid={sessions[-1]}; Path=/"))

    async def page(seen: Seen, writer: asyncio.StreamWriter) -> None:
        good = seen.headers.get("cookie") == "sid=s0"
        writer.write(answer(b"page", 200 if good else 403))

    site = Site({"/form": form, "/page": page})

    async def run(kill_after: int) -> int:
        command = (sys.executable, "-c", RUN, site.base, str(tmp_path), "60", HERE)
        process = await asyncio.create_subprocess_exec(*command)
        while process.returncode is None and len(site.seen) < kill_after:
            await asyncio.sleep(0.001)
        if process.returncode is None and kill_after < 1000:
            process.kill()
        return await process.wait()

    async def scenario() -> list[int]:
        async with site:
            return [await run(20), await run(45), await run(10**6)]

    assert asyncio.run(scenario())[-1] == 0
    pages = [path for path in site.paths() if path.startswith("/page")]
    assert sessions == ["s0"]
    assert set(pages) == {f"/page?n={n}" for n in range(60)}
    assert len(pages) <= 60 + 2  # two kills
