# Made from "_async" by "python3 tools/make_sync.py"; do not edit.
"""``/v1/batches``: a document for each of many items."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Optional, cast

from .._request import LONG_POLL, Call, path_of
from .file import PlatenFile
from .rows import rows_of
from .transport import Transport

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..types import Batch, BatchDetails, BatchRequest


class Batches:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, *, idempotency_key: Optional[str] = None, **request: Unpack[BatchRequest]) -> str:
        """:returns: its id"""
        answer = self._transport.json(Call("POST", "/v1/batches", request, idempotency_key=idempotency_key))
        return cast(str, answer["id"])

    def list(self, *, limit: Optional[int] = None) -> Iterator[Batch]:
        return cast("Iterator[Batch]", rows_of(self._transport, "/v1/batches", {"limit": limit}))

    def get(self, id: str) -> BatchDetails:
        return self._one(Call("GET", path_of("batches", id)))

    def wait(self, id: str) -> BatchDetails:
        """Waits until all items have ended. Items may have failed: see ``failed``."""
        while True:
            batch = self._one(Call("GET", path_of("batches", id), query={"wait": LONG_POLL}))
            if batch["status"] in ("completed", "canceled"):
                return batch

    def result(self, id: str) -> PlatenFile:
        """The ZIP or the one PDF."""
        return PlatenFile(self._transport.send(Call("GET", f"{path_of('batches', id)}/result")))

    def retry(self, id: str) -> BatchDetails:
        """Does the failed items again."""
        return self._one(Call("POST", f"{path_of('batches', id)}/retry"))

    def deliver(self, id: str) -> BatchDetails:
        """Sends the file again that did not arrive. Nothing is made, nor charged."""
        return self._one(Call("POST", f"{path_of('batches', id)}/retry", query={"only": "deliveries"}))

    def cancel(self, id: str) -> BatchDetails:
        return self._one(Call("DELETE", path_of("batches", id)))

    def _one(self, call: Call) -> BatchDetails:
        answer: Any = self._transport.json(call)
        return cast("BatchDetails", answer["batch"])
