import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import { boundedFetch, type Fetch } from './bounded-fetch.ts';

export type ProviderKind = 'openai-compatible' | 'openai' | 'anthropic';

/** Where a model is reached. */
export interface ProviderSettings {
  /** Base address of the API, such as `https://api.openai.com/v1` or `http://localhost:11434/v1`. */
  readonly baseUrl: string;
  /** None for servers that ask for none. */
  readonly apiKey?: string | null;
  /** Name of the model, as the provider has it. */
  readonly model: string;
  /** Default: told by the host, `openai-compatible` for all but the two known ones. */
  readonly kind?: ProviderKind;
}

/** A model of a provider, ready to be asked. */
export interface Provider {
  readonly kind: ProviderKind;
  readonly model: Exclude<LanguageModel, string>;
  /** What is asked of the provider with each question. OpenAI is told to store nothing; the others have no switch. */
  readonly options: { readonly openai: { readonly store: false } } | undefined;
  /** Only where it is known to be accepted: models that reason refuse it at OpenAI and Anthropic. */
  readonly temperature: number | undefined;
}

export function createProvider(settings: ProviderSettings, fetch: Fetch): Provider {
  const kind = settings.kind ?? kindOf(settings.baseUrl);
  // An empty key, not a missing one: without one the libraries would look into the environment.
  const connection = { baseURL: settings.baseUrl, apiKey: settings.apiKey ?? '', fetch: boundedFetch(fetch) };
  switch (kind) {
    case 'openai': {
      const model = createOpenAI(connection).chat(settings.model);
      return { kind, model, options: { openai: { store: false } }, temperature: undefined };
    }
    case 'anthropic':
      return { kind, model: createAnthropic(connection)(settings.model), options: undefined, temperature: undefined };
    case 'openai-compatible': {
      const model = createOpenAICompatible({ ...connection, name: 'compatible' })(settings.model);
      return { kind, model, options: undefined, temperature: 0 };
    }
  }
}

function kindOf(baseUrl: string): ProviderKind {
  const host = new URL(baseUrl).hostname;
  if (host === 'api.openai.com') return 'openai';
  return host === 'api.anthropic.com' ? 'anthropic' : 'openai-compatible';
}
