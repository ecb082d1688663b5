"""What the tests of whole runs share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from nursery import Nursery

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    """A warm process that runs the command line in children; one for all tests of a worker."""
    with Nursery() as running:
        yield running
