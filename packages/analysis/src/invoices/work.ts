import { type InvoiceFormat, withInvoice } from '../exports/invoice-formats.ts';
import type { Task } from '../kind/kind.ts';
import type { ModelCall } from '../models/model.ts';
import { readDocument } from '../values/document.ts';
import { answerInvoice } from './answer.ts';
import { invoiceWithModel } from './by-model.ts';

interface Options {
  readonly export?: InvoiceFormat | undefined;
}

export const rules = ({ text, options }: Task<Options>) =>
  withInvoice(answerInvoice(readDocument(text)), options.export);

export const model = async (call: ModelCall, { text, options }: Task<Options>) =>
  withInvoice(await invoiceWithModel(call, readDocument(text)), options.export);
