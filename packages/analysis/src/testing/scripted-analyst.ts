import { onTestFinished } from 'vitest';
import { type Analyst, type AnalystOptions, createAnalyst } from '../analyst.ts';
import type { Clock } from '../models/clock.ts';
import { createModel, type ModelLimits } from '../models/model.ts';
import type { ProviderKind } from '../models/provider.ts';
import {
  type ProviderRequest,
  type ScriptedAnswer,
  type ScriptedProvider,
  startProvider,
} from './scripted-provider.ts';

/** An analyst whose model is a scripted provider; both end with the test. */

export type Script = (request: ProviderRequest, index: number) => ScriptedAnswer;

export interface ScriptedOptions {
  readonly kind?: ProviderKind;
  readonly limits?: Partial<ModelLimits>;
  readonly ask?: AnalystOptions['ask'];
  readonly clock?: Clock;
}

export async function scriptedAnalyst(
  script: Script | ScriptedAnswer,
  options: ScriptedOptions = {},
): Promise<{ analyst: Analyst; provider: ScriptedProvider }> {
  const provider = await startProvider(typeof script === 'function' ? script : () => script);
  onTestFinished(() => provider.close());
  const model = createModel({
    primary: { baseUrl: provider.baseUrl, apiKey: 'key', model: 'm', kind: options.kind },
    fetch,
    ...(options.clock ? { clock: options.clock } : {}),
    limits: { attemptMs: 5_000, callMs: 10_000, backoffMs: 1, ...options.limits },
  });
  return { analyst: createAnalyst({ model, ask: options.ask }), provider };
}

/** What the last turn of a request says. */
export function lastTurn(request: ProviderRequest | undefined): string {
  return request?.body.messages.at(-1)?.content ?? '';
}

/** The document that a request shows inside of its fence. */
export function documentIn(request: ProviderRequest): string {
  const [, , body] =
    /^----- DOCUMENT ([0-9a-f]{18}) -----\n([\s\S]*)\n----- END \1 -----/.exec(
      request.body.messages[1]?.content ?? '',
    ) ?? [];
  return body ?? '';
}
