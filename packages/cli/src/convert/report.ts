import { EngineError } from '@platen/engine';
import type { Terminal } from '../command.ts';
import { ServiceError } from '../service.ts';
import { UsageError } from '../usage-error.ts';
import type { ConvertArguments } from './arguments.ts';
import type { Made } from './result.ts';

interface Manner {
  /** Whether lines about results are left out. */
  readonly quiet: boolean;
  readonly json: boolean;
}

/** Tells what becomes of a conversion: for people on standard error, for programs on standard output. */
export class Report {
  readonly #terminal: Terminal;
  readonly #manner: Manner;
  readonly #given: ConvertArguments;

  constructor(terminal: Terminal, manner: Manner, given: ConvertArguments) {
    this.#terminal = terminal;
    this.#manner = manner;
    this.#given = given;
  }

  /** @param seconds from the call to the result */
  made({ outputs, warnings }: Made, seconds: number): void {
    const files = this.#given.outputs.map(({ file }, index) => ({ file, output: outputs[index] }));
    if (this.#manner.json) {
      this.#json({
        outputs: files.map(({ file, output }) => ({
          file,
          format: output?.format,
          bytes: output?.bytes.byteLength,
          ...(output?.pages === undefined ? {} : { pages: output.pages }),
        })),
        warnings: warnings.map(({ code, message }) => ({ code, message })),
        seconds: Math.round(seconds * 1_000) / 1_000,
      });
      return;
    }
    for (const { code, message } of warnings) {
      this.#terminal.error.write(`warning: ${inWords(code, message)} (${code})\n`);
    }
    if (this.#manner.quiet) return;
    for (const { file, output } of files) {
      // Standard output is for the result, and whoever reads it wants no word about it.
      if (file === '-' || output === undefined) continue;
      const { pages, bytes } = output;
      const facts = [
        ...(pages === undefined ? [] : [`${pages} ${pages === 1 ? 'page' : 'pages'}`]),
        sizeOf(bytes.byteLength),
        `${seconds.toFixed(1)} s`,
      ];
      this.#terminal.error.write(`${file}: ${facts.join(', ')}\n`);
    }
  }

  failed(error: unknown): void {
    const { code, message, errors } = explained(error, this.#given.input);
    if (this.#manner.json) {
      this.#json({ error: { code, message, errors } });
      return;
    }
    const lines = [message, ...errors.map(({ detail }) => detail).filter((detail) => !message.includes(detail))];
    this.#terminal.error.write(`error: ${lines.join('\n       ')} (${code})\n`);
  }

  #json(value: object): void {
    this.#terminal.out.write(`${JSON.stringify(value)}\n`);
  }
}

interface Explained {
  readonly code: string;
  readonly message: string;
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[];
}

export function explained(error: unknown, input: string): Explained {
  if (error instanceof EngineError) {
    const { issues = [] } = error.details;
    const errors = issues.map(({ pointer, detail }) => ({ pointer, detail }));
    return { code: error.code, message: `${error.message}${remedyHere(error.code, input)}`, errors };
  }
  if (error instanceof ServiceError) return { code: error.code ?? 'service_error', message: error.message, errors: [] };
  if (error instanceof UsageError) return { code: 'usage_error', message: error.message, errors: [] };
  return { code: 'error', message: error instanceof Error ? error.message : String(error), errors: [] };
}

/** What somebody on this machine can do, beyond what a caller of the service can. */
function remedyHere(code: string, input: string): string {
  if (code !== 'url_not_allowed' || !URL.canParse(input)) return '';
  const { hostname, port, protocol } = new URL(input);
  const endpoint = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
  return ` If it is yours, allow it: PLATEN_EGRESS_ALLOW=${endpoint} platen convert …`;
}

/** Warnings in the words of the command line. */
function inWords(code: string, message: string): string {
  if (code === 'template_without_data') return `${message} Here that is --data FILE.`;
  return code === 'resource_blocked'
    ? `${message} PLATEN_EGRESS_ALLOW lists private addresses that pages may reach.`
    : message;
}

function sizeOf(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
