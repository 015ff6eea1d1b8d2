import type { Task } from '../kind/kind.ts';
import type { ModelCall } from '../models/model.ts';
import { readProse } from '../values/document.ts';
import { chatWithModel, type Inquiry } from './by-model.ts';
import { answerQuestion } from './chat.ts';

export const rules = ({ text, options }: Task<Inquiry>) =>
  answerQuestion(readProse(text), options.question, options.conversationHistory);

export const model = (call: ModelCall, { text, options }: Task<Inquiry>) =>
  chatWithModel(call, readProse(text), options);
