"""Lists that come in pages."""

from __future__ import annotations

from typing import Any, AsyncIterator

from .._request import Call, Query
from .transport import AsyncTransport


async def rows_of(transport: AsyncTransport, path: str, query: Query) -> AsyncIterator[Any]:
    """All rows of a list, page after page, as they are wanted."""
    cursor = None
    while True:
        page = await transport.json(Call("GET", path, query={**query, "cursor": cursor}))
        for row in page["data"]:
            yield row
        cursor = page["next_cursor"]
        if cursor is None:
            return
