import type { Task } from '../kind/kind.ts';
import type { ModelCall } from '../models/model.ts';
import { answerStatement } from './answer.ts';
import { statementWithModel } from './by-model.ts';
import type { StatementOptions } from './types.ts';

export const rules = ({ text, options, includeEvidence }: Task<StatementOptions>) =>
  answerStatement(text, { ...options, includeEvidence });

export const model = (call: ModelCall, { text, options }: Task<StatementOptions>) =>
  statementWithModel(call, text, options);
