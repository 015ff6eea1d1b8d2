import type { Task } from '../kind/kind.ts';
import type { ModelCall } from '../models/model.ts';
import { readDocument } from '../values/document.ts';
import { answerReceipt } from './answer.ts';
import { receiptWithModel } from './by-model.ts';

export const rules = ({ text }: Task<object>) => answerReceipt(readDocument(text));

export const model = (call: ModelCall, { text }: Task<object>) => receiptWithModel(call, readDocument(text));
