import type { Task } from '../kind/kind.ts';
import type { ModelCall } from '../models/model.ts';
import { readProse } from '../values/document.ts';
import { answerExtraction, type ExtractionOptions } from './answer.ts';
import { extractionWithModel } from './by-model.ts';

export const rules = ({ text, options }: Task<ExtractionOptions>) => answerExtraction(readProse(text), options);

export const model = (call: ModelCall, { text, options }: Task<ExtractionOptions>) =>
  extractionWithModel(call, readProse(text), options);
