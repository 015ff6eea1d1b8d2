/** What a command is, said once: the parser, `--help` and docs/cli.md read it from here. */

import type { Engine, EngineConfig } from '@platen/engine';

export interface OptionDeclaration {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: true;
  /** Name of its value, such as FILE; for `string`. */
  readonly value?: string;
  /** What it does, without a full stop at its end. */
  readonly help: string;
}

export type Options = Readonly<Record<string, OptionDeclaration>>;

export interface ArgumentDeclaration {
  /** In capitals, such as INPUT. */
  readonly name: string;
  readonly help: string;
  /** `required` (default), `optional`, or `several`: one or more, the last of the arguments. */
  readonly takes?: 'required' | 'optional' | 'several';
  /** What is said when it is missing; names the remedy. */
  readonly missing?: string;
}

/** Values of options as they were given. */
export type Values<Declared extends Options> = {
  readonly [Name in keyof Declared]?: Declared[Name] extends { readonly multiple: true }
    ? readonly string[]
    : Declared[Name] extends { readonly type: 'boolean' }
      ? boolean
      : string;
};

export interface Call<Declared extends Options> {
  readonly values: Values<Declared>;
  /** As many as the declaration asks for. */
  readonly positionals: readonly string[];
}

/** Where a command reads and writes, and what it is given by whoever runs several in one process. */
export interface Terminal {
  readonly in: NodeJS.ReadableStream;
  readonly out: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly error: NodeJS.WritableStream & { readonly isTTY?: boolean };
  /** Starts the engine of a command that converts on this machine; the command closes it. Default: `createEngine`. */
  readonly startEngine?: (config: EngineConfig) => Promise<Engine>;
}

export interface Command {
  /** Words after `platen`, such as `keys create`. */
  readonly name: string;
  /** What it does, in one line. */
  readonly summary: string;
  readonly arguments: readonly ArgumentDeclaration[];
  readonly options: Options;
  /** Paragraphs that stand under the options. */
  readonly notes: readonly string[];
  /** Command lines that work. */
  readonly examples: readonly string[];
  /** @returns the exit status; undefined while something goes on that ends the process itself */
  run(call: Call<Options>, terminal: Terminal): Promise<number | undefined>;
}

/** Commands with a first word in common, such as `keys`. */
export interface Group {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly Command[];
}

interface Declaration<Declared extends Options> {
  readonly name: string;
  readonly summary: string;
  readonly arguments?: readonly ArgumentDeclaration[];
  readonly options?: Declared;
  readonly notes?: readonly string[];
  readonly examples?: readonly string[];
  readonly run: (call: Call<Declared>, terminal: Terminal) => Promise<number | undefined>;
}

/** Declares a command; its `run` gets the values of exactly its options. */
export function command<const Declared extends Options = Record<never, never>>(
  declaration: Declaration<Declared>,
): Command {
  const { run, ...rest } = declaration;
  return {
    arguments: [],
    options: {},
    notes: [],
    examples: [],
    ...rest,
    // The parser gives what the options say.
    run: (call, terminal) => run(call as Call<Declared>, terminal),
  };
}
