import { afterAll, beforeAll } from 'vitest';
import type { EngineConfig } from '../config.ts';
import { type ConvertOptions, createEngine, type Engine } from '../engine.ts';
import { kindOf, type OutputFormat } from '../request/request.ts';
import { validateSeveral } from '../request/several.ts';
import { validateRequest } from '../request/validate.ts';
import type { ConversionResult, SeveralResults } from '../result.ts';

export interface TestEngine {
  readonly engine: Engine;
  /** Converts a request as a caller would write it. */
  convert(body: Record<string, unknown>, format?: OutputFormat, options?: ConvertOptions): Promise<ConversionResult>;
  /** Makes several results of one page. */
  convertSeveral(body: Record<string, unknown>, options?: ConvertOptions): Promise<SeveralResults>;
}

/** An engine with a real browser for the tests of one file. */
export function useEngine(configure: () => EngineConfig | Promise<EngineConfig> = () => ({})): TestEngine {
  let engine: Engine | undefined;
  beforeAll(async () => {
    engine = await createEngine({ allowNoSandbox: true, concurrency: 2, ...(await configure()) });
  });
  afterAll(() => engine?.close());
  const running = (): Engine => {
    if (!engine) throw new Error('the engine is not started');
    return engine;
  };
  return {
    get engine() {
      return running();
    },
    convert: (body, format = 'pdf', options = {}) =>
      running().convert({ format, request: validateRequest(body, kindOf(format)) }, options),
    convertSeveral: (body, options = {}) => running().convertSeveral(validateSeveral(body), options),
  };
}
