import { parentPort, workerData } from 'node:worker_threads';
import { AnalysisError, type Analyst, createAnalyst, type Model, openModel } from '@platen/analysis';
import type { FromThread, ModelSettings, Order, ThreadSettings, ToThread } from './messages.ts';

/** The thread of `AnalystPool`: it analyzes what it is sent, and keeps nothing. */

const { model: settings, egressDeny: deny = [] } = workerData as ThreadSettings;
const rules = createAnalyst();
const analyst: Promise<Analyst> = settings
  ? modelOf(settings).then((model) => createAnalyst({ model }))
  : Promise.resolve(rules);
const running = new Map<number, AbortController>();

/** Nothing but the providers that the operator named can be reached from here. */
async function modelOf({ primary, fallback }: ModelSettings): Promise<Model> {
  // Loaded here only: threads without a model start in a fraction of the time.
  const { createGuardedFetch } = await import('@platen/engine');
  const origins = [primary, ...(fallback ? [fallback] : [])].map(({ baseUrl }) => new URL(baseUrl).origin);
  return await openModel({ primary, fallback: fallback ?? null, fetch: createGuardedFetch({ origins, deny }) });
}

parentPort?.on('message', (message: ToThread) => {
  if ('abort' in message) running.get(message.abort)?.abort();
  else void analyze(message);
});

async function analyze({ id, request, withModel }: Order): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const { answer, tokens, engine } = await (withModel ? await analyst : rules).run(request, {
      signal: controller.signal,
    });
    const { input, output, total } = tokens;
    send({ id, result: { answer, tokens: { input, output, total }, engine } });
  } catch (error) {
    send(failureOf(id, error));
  } finally {
    running.delete(id);
  }
}

function failureOf(id: number, error: unknown): FromThread {
  if (error instanceof AnalysisError) {
    const { code, retryAfter, limit } = error;
    return {
      id,
      failure: { code, ...(retryAfter === null ? {} : { retryAfter }), ...(limit === null ? {} : { limit }) },
    };
  }
  // The name and the frames only: messages may quote the text.
  const frames = error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)) : [];
  return { id, fault: [error instanceof Error ? error.name : 'unknown', ...frames.slice(0, 8)].join('\n') };
}

const send = (message: FromThread) => parentPort?.postMessage(message);
