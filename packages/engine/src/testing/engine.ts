import { afterAll, beforeAll } from 'vitest';
import type { EngineConfig } from '../config.ts';
import { type ConvertOptions, createEngine, type Engine } from '../engine.ts';
import { kindOf, type OutputFormat } from '../request/request.ts';
import { validateSeveral } from '../request/several.ts';
import { validateRequest } from '../request/validate.ts';
import type { ConversionResult, SeveralResults } from '../result.ts';
import { shared } from './shared.ts';

export interface TestEngine {
  readonly engine: Engine;
  /** Converts a request as a caller would write it. */
  convert(body: Record<string, unknown>, format?: OutputFormat, options?: ConvertOptions): Promise<ConversionResult>;
  /** Makes several results of one page. */
  convertSeveral(body: Record<string, unknown>, options?: ConvertOptions): Promise<SeveralResults>;
}

/** An engine with a real browser for the tests of one file: for what needs settings of its own, or ends browsers. */
export function useEngine(configure: () => EngineConfig | Promise<EngineConfig> = () => ({})): TestEngine {
  let engine: Engine | undefined;
  beforeAll(async () => {
    engine = await createEngine({ ...SETTINGS, ...(await configure()) });
  });
  afterAll(() => engine?.close());
  return testing(() => engine);
}

/**
 * An engine for the tests of all files of the process: it lets through what sites of tests listen on, 127.0.77.*. As in
 * the service, documents of one group without script follow one another in one page, and those of a file are one group:
 * that costs a quarter of a page of their own. What a fresh page does differently is a fault, and reuse.test.ts looks for it.
 */
export function useSharedEngine(): TestEngine {
  return useStartedEngine(sharedEngine, { group: `tests-${++groups}` });
}

/** An engine that is started and ended elsewhere, such as one that some files of a process share. */
export function useStartedEngine(started: () => Promise<Engine>, usual?: ConvertOptions): TestEngine {
  let engine: Engine | undefined;
  beforeAll(async () => {
    engine = await started();
  });
  return testing(() => engine, usual);
}

let groups = 0;

/** What engines of tests have in common. */
export const SETTINGS: EngineConfig = { allowNoSandbox: true, concurrency: 2, readyPages: 1 };

const sharedEngine = shared({
  start: () => createEngine({ ...SETTINGS, reusePages: true, egressAllow: ['127.0.77.0/24'] }),
  // It replaces its browsers itself.
  isGone: () => false,
  end: (engine) => engine.close(),
});

function testing(started: () => Engine | undefined, usual: ConvertOptions = {}): TestEngine {
  const running = (): Engine => {
    const engine = started();
    if (!engine) throw new Error('the engine is not started');
    return engine;
  };
  return {
    get engine() {
      return running();
    },
    convert: (body, format = 'pdf', options = {}) =>
      running().convert({ format, request: validateRequest(body, kindOf(format)) }, { ...usual, ...options }),
    convertSeveral: (body, options = {}) => running().convertSeveral(validateSeveral(body), { ...usual, ...options }),
  };
}
