import { writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  createEngine,
  type Engine,
  EngineError,
  kindOf,
  type SeveralResults,
  validateRequest,
  validateSeveral,
} from '@platen/engine';
import { CONVERT_USAGE, type ConvertArguments, parseConvertArguments } from './arguments.ts';
import { readCliConfig } from './config.ts';
import { serveFolder } from './file-server.ts';
import { type CliInput, readData, readInput } from './input.ts';

/** Longest conversion in milliseconds. */
const DEADLINE = 900_000;

export interface Terminal {
  readonly in: NodeJS.ReadableStream;
  readonly out: NodeJS.WritableStream;
  readonly error: NodeJS.WritableStream;
}

/**
 * `platen convert`: one document, without a server and without a database.
 * @returns the exit status: 0, or 1 when the conversion failed
 * @throws UsageError when the command was used wrongly
 */
export async function runConvert(args: readonly string[], terminal: Terminal): Promise<number> {
  const parsed = parseConvertArguments(args);
  if (parsed === 'help') {
    terminal.out.write(CONVERT_USAGE);
    return 0;
  }
  const input = await readInput(parsed.input, terminal.in);
  const folder =
    input.kind === 'html' && input.file !== undefined ? await serveFolder(path.dirname(input.file)) : undefined;
  try {
    const request = toRequest(parsed, input, folder?.url);
    return await convert(parsed, request, folder ? [folder.host] : [], terminal);
  } finally {
    folder?.close();
  }
}

function toRequest(
  { options, data }: ConvertArguments,
  input: CliInput,
  folderUrl: string | undefined,
): Record<string, unknown> {
  if (input.kind === 'url')
    return { ...options, source: { url: input.url }, ...(data ? { data: readData(data) } : {}) };
  const base =
    folderUrl === undefined || input.file === undefined
      ? {}
      : { base_url: folderUrl + encodeURIComponent(path.basename(input.file)) };
  return { ...options, source: { html: input.html, ...base }, ...(data ? { data: readData(data) } : {}) };
}

async function convert(
  parsed: ConvertArguments,
  body: Record<string, unknown>,
  allow: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const config = readCliConfig();
  try {
    const run = validate(parsed, body);
    const engine = await createEngine({
      ...config,
      egressAllow: [...config.egressAllow, ...allow],
      concurrency: 1,
      allowNoSandbox: true,
    });
    try {
      const { outputs, warnings } = await run(engine);
      for (const warning of warnings) terminal.error.write(`warning: ${warning.message} (${warning.code})\n`);
      for (const [index, { file }] of parsed.outputs.entries()) {
        const bytes = bytesOf(outputs[index] as SeveralResults['outputs'][number]);
        if (file === '-') terminal.out.write(bytes);
        else writeFileSync(file, bytes);
      }
      return 0;
    } finally {
      await engine.close();
    }
  } catch (error) {
    terminal.error.write(`error: ${explain(error)}\n`);
    return 1;
  }
}

/** What was asked for beside the content makes the output JSON. */
function bytesOf({ format, bytes, details }: SeveralResults['outputs'][number]): Uint8Array {
  const { chunks, links, images } = details ?? {};
  if (chunks === undefined && links === undefined && images === undefined) return bytes;
  const content = Buffer.from(bytes).toString('utf8');
  return Buffer.from(`${JSON.stringify({ format, content, ...details }, null, 2)}\n`);
}

type Run = (engine: Engine) => Promise<Pick<SeveralResults, 'outputs' | 'warnings'>>;

/** Checks the request before a browser is started. */
function validate({ outputs }: ConvertArguments, body: Record<string, unknown>): Run {
  const options = { deadline: DEADLINE };
  const [first] = outputs;
  if (first !== undefined && outputs.length === 1) {
    const { format } = first;
    const request = validateRequest(body, kindOf(format));
    return async (engine) => {
      const result = await engine.convert({ format, request }, options);
      return { outputs: [result], warnings: result.warnings };
    };
  }
  const request = validateSeveral({ ...body, outputs: outputs.map(({ format }) => ({ format })) });
  return (engine) => engine.convertSeveral(request, options);
}

function explain(error: unknown): string {
  if (error instanceof EngineError) {
    const { issues = [] } = error.details;
    return `${[error.message, ...issues.slice(1).map(({ detail }) => detail)].join('\n       ')} (${error.code})`;
  }
  return error instanceof Error ? error.message : String(error);
}
