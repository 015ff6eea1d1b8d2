import type { Task } from '../kind/kind.ts';
import type { ModelCall } from '../models/model.ts';
import { readDocument } from '../values/document.ts';
import { summaryWithModel } from './by-model.ts';
import { type SummaryType, summarize } from './summary.ts';

interface SummaryOptions {
  readonly summaryType?: SummaryType | undefined;
}

export const rules = ({ text, options }: Task<SummaryOptions>) => summarize(readDocument(text), options.summaryType);

export const model = (call: ModelCall, { text, options }: Task<SummaryOptions>) =>
  summaryWithModel(call, readDocument(text), options.summaryType);
