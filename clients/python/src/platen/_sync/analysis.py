# Made from "_async" by "python3 tools/make_sync.py"; do not edit.
"""``/api/pdf``: data from the text of documents.

Look at ``verification["status"]``, and at ``verification["fields"]``, before you use it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping, cast

from .._request import Call
from .transport import Transport

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


class Analysis:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def invoice(self, **request: Unpack[InvoiceExtractorRequest]) -> Answer:
        """:returns: ``invoiceData`` and ``verification``"""
        return self._ask("invoice-extractor", request)

    def receipt(self, **request: Unpack[ReceiptScannerRequest]) -> Answer:
        """:returns: ``receiptData`` and ``verification``"""
        return self._ask("receipt-scanner", request)

    def statement(self, **request: Unpack[BankStatementRequest]) -> Answer:
        """:returns: ``transactions`` and ``verification``"""
        return self._ask("bank-statement", request)

    def extract(self, **request: Unpack[ExtractDataRequest]) -> Answer:
        """:returns: ``extractedData``"""
        return self._ask("extract-data", request)

    def summarize(self, **request: Unpack[SummarizeRequest]) -> Answer:
        """:returns: ``summary``"""
        return self._ask("summarize", request)

    def chat(self, **request: Unpack[ChatRequest]) -> Answer:
        """:returns: ``answer``"""
        return self._ask("chat", request)

    def translate(self, **request: Unpack[TranslateRequest]) -> Answer:
        """Needs a model that the operator has set.

        :returns: ``translatedText``
        """
        return self._ask("translate", request)

    def _ask(self, kind: str, body: Any) -> Answer:
        return cast(Answer, self._transport.json(Call("POST", f"/api/pdf/{kind}", body)))
