"""Documents that the service made."""

from __future__ import annotations

import os
from types import TracebackType
from typing import AsyncIterator, Optional, Type, Union

import httpx


class AsyncPlatenFile:
    """A document that the service made. Its bytes come when they are asked for: read or close it."""

    def __init__(self, answer: httpx.Response) -> None:
        headers = answer.headers
        self._answer = answer
        self.content_type: str = headers.get("content-type", "application/octet-stream")
        self.pages: Optional[int] = int(headers["x-pages"]) if "x-pages" in headers else None
        """Pages of a PDF."""
        self.credits = float(headers.get("x-credits-used", 0))
        """Credits that were charged for it."""
        warnings = headers.get("x-warnings", "").split("; ")[1:2]
        self.warnings: list[str] = warnings[0].split(", ") if warnings else []
        """Codes of what is wrong with the page that was converted all the same."""
        self.request_id: Optional[str] = headers.get("x-request-id")

    async def read(self) -> bytes:
        """All bytes."""
        try:
            return await self._answer.aread()
        finally:
            await self._answer.aclose()

    async def text(self) -> str:
        """All bytes as UTF-8."""
        return (await self.read()).decode()

    async def chunks(self) -> AsyncIterator[bytes]:
        """The bytes as they come, once."""
        try:
            async for chunk in self._answer.aiter_bytes():
                yield chunk
        finally:
            await self._answer.aclose()

    async def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes it to a file as it comes, without holding it in memory."""
        with open(path, "wb") as file:
            async for chunk in self.chunks():
                file.write(chunk)

    async def close(self) -> None:
        """Gives back the connection without reading the rest."""
        await self._answer.aclose()

    async def __aenter__(self) -> AsyncPlatenFile:
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.close()
