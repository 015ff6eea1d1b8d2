import { Drop } from 'liquidjs';
import { TemplateFault } from './liquid-fault.ts';
import { Markup, printValue, toText } from './liquid-markup.ts';
import type { EscapeMode } from './template-protocol.ts';

/** How values become text of the document, by escape mode and by what the template is for. */
export type Print = (value: unknown) => string;

/** Variables that the browser fills in when it prints a header or a footer. */
export const PRINT_VARIABLES: readonly string[] = ['page', 'total', 'date', 'title', 'url'];

/** Signs that stand in no text: where a print variable is while a header is rendered. */
const [OPEN, CLOSE] = ['\ufdd0', '\ufdd1'];

/** Those of them that are numbers. */
const NUMBERS: ReadonlySet<string> = new Set(['page', 'total']);
/** Numbers of pages that may be added or taken away. */
const LARGEST_SHIFT = 999_999;

/** A variable that has no value yet. It can be printed; a number can be added to those that are numbers. */
export class PrintVariable extends Drop {
  readonly #name: string;
  readonly #shift: number;

  constructor(name: string, shift = 0) {
    super();
    this.#name = name;
    this.#shift = shift;
  }

  get mark(): string {
    const filter = this.#shift === 0 ? '' : ` | ${this.#shift < 0 ? 'minus' : 'plus'}: ${Math.abs(this.#shift)}`;
    return `${OPEN}${this.#name}${filter}${CLOSE}`;
  }

  /** @throws TemplateFault for what is no number of pages */
  plus(number: number): PrintVariable {
    const shift = this.#shift + number;
    if (!NUMBERS.has(this.#name)) return this.valueOf();
    if (!Number.isInteger(shift) || Math.abs(shift) > LARGEST_SHIFT) {
      throw new TemplateFault(`"${this.#name}" is counted in whole numbers below a million.`);
    }
    return new PrintVariable(this.#name, shift);
  }

  override valueOf(): never {
    const also = NUMBERS.has(this.#name) ? ', or shifted by "plus" and "minus"' : '';
    throw new TemplateFault(
      `"${this.#name}" is known only when the document is printed; it can only be printed${also}.`,
    );
  }
}

/** The named strings of the document, by their names. */
export class PrintStrings extends Drop {
  named(name: unknown): PrintVariable | undefined {
    return typeof name === 'string' && /^[\w-]{1,100}$/.test(name) ? new PrintVariable(`strings.${name}`) : undefined;
  }
}

const printPlain: Print = (value) => (Array.isArray(value) ? value.map(printPlain).join('') : toText(value));

/** Prints into a header or footer: no text of the data becomes a print variable. */
function forHeaderFooter(print: Print): Print {
  const printEscaped: Print = (value) => {
    if (value instanceof PrintVariable) return value.mark;
    if (Array.isArray(value)) return value.map(printEscaped).join('');
    const text = print(value);
    // Marked text may be a captured part of the header, with print variables in it.
    if (value instanceof Markup) return text.replace(/\{(?=\{)/g, '&#123;');
    return text.replace(/[\ufdd0\ufdd1]/g, '').replaceAll('{', '&#123;');
  };
  return printEscaped;
}

export function printerFor(escapeMode: EscapeMode, { isHeaderFooter }: { readonly isHeaderFooter: boolean }): Print {
  const print = escapeMode === 'html' ? printValue : printPlain;
  return isHeaderFooter ? forHeaderFooter(print) : print;
}

/**
 * Variables of a header or footer: those of the data, covered by the print variables; all of the data as `data`. Named
 * strings of the document are `strings`, where the data has nothing of that name.
 */
export function headerFooterVariables(data: Record<string, unknown>): Record<string, unknown> {
  const printed = PRINT_VARIABLES.map((name) => [name, new PrintVariable(name)]);
  return { data, strings: new PrintStrings(), ...data, ...Object.fromEntries(printed) };
}

/** Writes the print variables of a rendered header as the printing of headers expects them. */
export function finishHeaderFooter(rendered: string): string {
  return rendered.replace(/\ufdd0([^\ufdd0\ufdd1]{1,130})\ufdd1/g, '{{$1}}');
}
