"""``/api/pdf``: data from the text of documents.

Look at ``verification["status"]``, and at ``verification["fields"]``, before you use it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping, cast

from .._request import Call
from .transport import AsyncTransport

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..types import (
        BankStatementRequest,
        ChatRequest,
        ExtractDataRequest,
        InvoiceExtractorRequest,
        ReceiptScannerRequest,
        SummarizeRequest,
        TranslateRequest,
    )

Answer = Mapping[str, Any]


class AsyncAnalysis:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def invoice(self, **request: Unpack[InvoiceExtractorRequest]) -> Answer:
        """:returns: ``invoiceData`` and ``verification``"""
        return await self._ask("invoice-extractor", request)

    async def receipt(self, **request: Unpack[ReceiptScannerRequest]) -> Answer:
        """:returns: ``receiptData`` and ``verification``"""
        return await self._ask("receipt-scanner", request)

    async def statement(self, **request: Unpack[BankStatementRequest]) -> Answer:
        """:returns: ``transactions`` and ``verification``"""
        return await self._ask("bank-statement", request)

    async def extract(self, **request: Unpack[ExtractDataRequest]) -> Answer:
        """:returns: ``extractedData``"""
        return await self._ask("extract-data", request)

    async def summarize(self, **request: Unpack[SummarizeRequest]) -> Answer:
        """:returns: ``summary``"""
        return await self._ask("summarize", request)

    async def chat(self, **request: Unpack[ChatRequest]) -> Answer:
        """:returns: ``answer``"""
        return await self._ask("chat", request)

    async def translate(self, **request: Unpack[TranslateRequest]) -> Answer:
        """Needs a model that the operator has set.

        :returns: ``translatedText``
        """
        return await self._ask("translate", request)

    async def _ask(self, kind: str, body: Any) -> Answer:
        return cast(Answer, await self._transport.json(Call("POST", f"/api/pdf/{kind}", body)))
