import {
  type Engine,
  kindOf,
  type OutputFormat,
  type OutputResult,
  type ValidRequest,
  validateRequest,
  validateSeveral,
} from '@platen/engine';
import type { Terminal } from '../command.ts';
import { GROUP, startLocalEngine } from '../local-engine.ts';
import { type Converter, type Made, type MadeOutput, writtenBytes } from './result.ts';
import type { Prepared } from './source.ts';

/** The longest conversion takes so many milliseconds. */
const COMMON = { deadline: 900_000, group: GROUP } as const;

/**
 * Converts on this machine. The browser is started by the first conversion whose request is right, and kept.
 * @param allow destinations that pages may reach beyond public ones and those of PLATEN_EGRESS_ALLOW
 * @param options.concurrency conversions at the same time; default: one
 */
export function convertHere(
  allow: readonly string[],
  terminal: Pick<Terminal, 'error' | 'startEngine'>,
  options: { readonly concurrency?: number } = {},
): Converter {
  let starting: Promise<Engine> | undefined;
  const engine = () => {
    starting ??= startLocalEngine(allow, terminal, options);
    return starting;
  };
  return {
    convert: async (source, formats, signal) => {
      const run = validated(source, formats);
      const started = await engine();
      signal.throwIfAborted();
      return await run(started, signal);
    },
    close: async () => {
      const started = await starting?.catch(() => undefined);
      await started?.close();
    },
  };
}

type Run = (engine: Engine, signal: AbortSignal) => Promise<Made>;

/** Checks the request before a browser is started. @throws EngineError */
function validated(source: Prepared, formats: readonly OutputFormat[]): Run {
  const { body, files, template } = source;
  const [first] = formats;
  if (first !== undefined && formats.length === 1) {
    const request = withoutDefaults(validateRequest(body, kindOf(first), { files }), source);
    return async (engine, signal) => {
      const result = await engine.convert({ format: first, request }, { ...COMMON, template, signal });
      return { outputs: [madeOf(result)], warnings: result.warnings };
    };
  }
  const outputs = formats.map((format) => ({ format }));
  const request = withoutDefaults(validateSeveral({ ...body, outputs }, { files }), source);
  return async (engine, signal) => {
    const { outputs: results, warnings } = await engine.convertSeveral(request, {
      ...COMMON,
      template,
      signal,
    });
    return { outputs: results.map(madeOf), warnings };
  };
}

/** That an option of the folder has no effect on this output is nothing to tell. */
const withoutDefaults = <Request extends ValidRequest>(request: Request, { defaults = [] }: Prepared): Request => ({
  ...request,
  ignored: request.ignored.filter((name) => !defaults.includes(name)),
});

const madeOf = ({ format, bytes, pages, details }: OutputResult): MadeOutput => ({
  format,
  bytes: writtenBytes(format, bytes, details),
  ...(pages === undefined ? {} : { pages }),
});
