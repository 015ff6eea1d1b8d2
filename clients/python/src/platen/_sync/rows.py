# Made from "_async" by "python3 tools/make_sync.py"; do not edit.
"""Lists that come in pages."""

from __future__ import annotations

from typing import Any, Iterator

from .._request import Call, Query
from .transport import Transport


def rows_of(transport: Transport, path: str, query: Query) -> Iterator[Any]:
    """All rows of a list, page after page, as they are wanted."""
    cursor = None
    while True:
        page = transport.json(Call("GET", path, query={**query, "cursor": cursor}))
        for row in page["data"]:
            yield row
        cursor = page["next_cursor"]
        if cursor is None:
            return
