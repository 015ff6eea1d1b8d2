import type { Environment } from './environment.ts';
import { ConfigError } from './error.ts';

/** Where language models are reached; the second is asked when the first does not answer. */
export interface AiModels {
  readonly primary: AiModel;
  readonly fallback?: AiModel;
}

export interface AiModel {
  /** Base address of an API like that of OpenAI, or of Anthropic's, such as http://127.0.0.1:11434/v1. */
  readonly baseUrl: string;
  readonly apiKey?: string;
  /** Name of the model, as the provider has it. */
  readonly model: string;
}

/** @throws ConfigError when something of a model is missing */
export function readAiModels(values: Environment): AiModels | undefined {
  const primary = readAiModel('AI', [values.AI_BASE_URL, values.AI_MODEL, values.AI_API_KEY]);
  const { AI_FALLBACK_BASE_URL: url, AI_FALLBACK_MODEL: model, AI_FALLBACK_API_KEY: key } = values;
  const fallback = readAiModel('AI_FALLBACK', [url, model, key]);
  if (fallback && !primary)
    throw new ConfigError('AI_BASE_URL', 'set it too: AI_FALLBACK_BASE_URL is for when it fails');
  return primary && { primary, ...(fallback ? { fallback } : {}) };
}

function readAiModel(
  prefix: 'AI' | 'AI_FALLBACK',
  [baseUrl, model, apiKey]: readonly [string | undefined, string | undefined, string | undefined],
): AiModel | undefined {
  if (baseUrl === undefined && model === undefined && apiKey === undefined) return undefined;
  if (baseUrl === undefined) {
    throw new ConfigError(
      `${prefix}_BASE_URL`,
      'set it too, to the base address of the API, such as https://api.example/v1',
    );
  }
  const { username, password, search, hash } = new URL(baseUrl);
  if (username + password + search + hash !== '') {
    throw new ConfigError(
      `${prefix}_BASE_URL`,
      `leave out user, query and fragment, as in https://api.example/v1; a key goes to ${prefix}_API_KEY`,
    );
  }
  if (model === undefined) throw new ConfigError(`${prefix}_MODEL`, 'set it too, to the name of the model');
  return { baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''), model, ...(apiKey === undefined ? {} : { apiKey }) };
}
