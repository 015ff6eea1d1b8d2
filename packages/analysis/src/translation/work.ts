import type { Task } from '../kind/kind.ts';
import type { ModelCall } from '../models/model.ts';
import { type TranslationOptions, translateWithModel } from './by-model.ts';

export const model = (call: ModelCall, { text, options }: Task<TranslationOptions>) =>
  translateWithModel(call, text, { ...options, sourceLanguage: options.sourceLanguage?.trim() || undefined });
