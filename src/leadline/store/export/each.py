"""Writes several outputs, so that one which fails does not stop the others.

>>> write_each(["a", "b"], print)
a
b
"""

from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from leadline.errors import LeadlineError, StoreError

_Output = TypeVar("_Output")
OUR_FAULT: Final = "{output} is not written: leadline itself failed ({kind}: {fault})."


def write_each(outputs: Iterable[_Output], write: Callable[[_Output], object]) -> None:
    """Write every output, then raise what failed: one fault as it is, several as one error."""
    faults: list[Exception] = []
    for output in outputs:
        try:
            write(output)
        except (LeadlineError, ValueError, OSError) as fault:
            faults.append(fault)
        except Exception as fault:  # a fault of ours, or of a library, in one format
            text = OUR_FAULT.format(output=output, kind=type(fault).__name__, fault=fault)
            faults.append(StoreError(text))
    if len(faults) == 1:
        raise faults[0]
    if faults:
        raise StoreError(" ".join(f"{str(fault).rstrip('.')}." for fault in faults))
