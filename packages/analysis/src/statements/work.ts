import { type StatementFormat, withStatement } from '../exports/statement-formats.ts';
import type { Task } from '../kind/kind.ts';
import type { ModelCall } from '../models/model.ts';
import { answerStatement } from './answer.ts';
import { statementWithModel } from './by-model.ts';
import type { StatementOptions } from './types.ts';

type Options = StatementOptions & { readonly export?: StatementFormat | undefined };

export const rules = ({ text, options, includeEvidence }: Task<Options>) =>
  withStatement(answerStatement(text, { ...options, includeEvidence }), options.export);

export const model = async (call: ModelCall, { text, options }: Task<Options>) =>
  withStatement(await statementWithModel(call, text, options), options.export);
