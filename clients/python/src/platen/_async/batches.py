"""``/v1/batches``: a document for each of many items."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, AsyncIterator, Optional, cast

from .._request import LONG_POLL, Call, path_of
from .file import AsyncPlatenFile
from .rows import rows_of
from .transport import AsyncTransport

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..types import Batch, BatchDetails, BatchRequest


class AsyncBatches:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(self, *, idempotency_key: Optional[str] = None, **request: Unpack[BatchRequest]) -> str:
        """:returns: its id"""
        answer = await self._transport.json(Call("POST", "/v1/batches", request, idempotency_key=idempotency_key))
        return cast(str, answer["id"])

    def list(self, *, limit: Optional[int] = None) -> AsyncIterator[Batch]:
        return cast("AsyncIterator[Batch]", rows_of(self._transport, "/v1/batches", {"limit": limit}))

    async def get(self, id: str) -> BatchDetails:
        return await self._one(Call("GET", path_of("batches", id)))

    async def wait(self, id: str) -> BatchDetails:
        """Waits until all items have ended. Items may have failed: see ``failed``."""
        while True:
            batch = await self._one(Call("GET", path_of("batches", id), query={"wait": LONG_POLL}))
            if batch["status"] in ("completed", "canceled"):
                return batch

    async def result(self, id: str) -> AsyncPlatenFile:
        """The ZIP or the one PDF."""
        return AsyncPlatenFile(await self._transport.send(Call("GET", f"{path_of('batches', id)}/result")))

    async def retry(self, id: str) -> BatchDetails:
        """Does the failed items again."""
        return await self._one(Call("POST", f"{path_of('batches', id)}/retry"))

    async def deliver(self, id: str) -> BatchDetails:
        """Sends the file again that did not arrive. Nothing is made, nor charged."""
        return await self._one(Call("POST", f"{path_of('batches', id)}/retry", query={"only": "deliveries"}))

    async def cancel(self, id: str) -> BatchDetails:
        return await self._one(Call("DELETE", path_of("batches", id)))

    async def _one(self, call: Call) -> BatchDetails:
        answer: Any = await self._transport.json(call)
        return cast("BatchDetails", answer["batch"])
