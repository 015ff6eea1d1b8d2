import type { Task } from '../kind/kind.ts';
import type { ModelCall } from '../models/model.ts';
import { readDocument } from '../values/document.ts';
import { answerInvoice } from './answer.ts';
import { invoiceWithModel } from './by-model.ts';

export const rules = ({ text }: Task<object>) => answerInvoice(readDocument(text));

export const model = (call: ModelCall, { text }: Task<object>) => invoiceWithModel(call, readDocument(text));
