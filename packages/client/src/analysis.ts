import type { Schemas } from './schemas.ts';
import type { CallOptions, Transport } from './transport.ts';

/** Data with what proves it. */
export interface Verified {
  readonly verification: Schemas['Verification'];
}

/** `/api/pdf`: data from the text of documents. Look at `verification.status`, and at `verification.fields`, before you use it. */
export class Analysis {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  invoice(request: Schemas['InvoiceExtractorRequest'], options?: CallOptions) {
    return this.#ask<Verified & { readonly invoiceData: Schemas['InvoiceData'] }>(
      'invoice-extractor',
      request,
      options,
    );
  }

  receipt(request: Schemas['ReceiptScannerRequest'], options?: CallOptions) {
    return this.#ask<Verified & { readonly receiptData: Schemas['ReceiptData'] }>('receipt-scanner', request, options);
  }

  statement(request: Schemas['BankStatementRequest'], options?: CallOptions) {
    return this.#ask<Verified & { readonly transactions: readonly Schemas['StatementTransaction'][] }>(
      'bank-statement',
      request,
      options,
    );
  }

  extract(request: Schemas['ExtractDataRequest'], options?: CallOptions) {
    return this.#ask<{ readonly extractedData: Readonly<Record<string, unknown>> }>('extract-data', request, options);
  }

  summarize(request: Schemas['SummarizeRequest'], options?: CallOptions) {
    return this.#ask<{ readonly summary: string }>('summarize', request, options);
  }

  chat(request: Schemas['ChatRequest'], options?: CallOptions) {
    return this.#ask<{ readonly answer: string }>('chat', request, options);
  }

  /** Needs a model that the operator has set. */
  translate(request: Schemas['TranslateRequest'], options?: CallOptions) {
    return this.#ask<{ readonly translatedText: string }>('translate', request, options);
  }

  #ask<Answer>(kind: string, body: object, options?: CallOptions): Promise<Answer> {
    return this.#transport.json(`/api/pdf/${kind}`, { method: 'POST', body, ...options });
  }
}
