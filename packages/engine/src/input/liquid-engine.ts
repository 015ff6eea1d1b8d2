import { defaultOperators, Liquid, type Operators } from 'liquidjs';
import { barcodeFilters } from './liquid-barcodes.ts';
import { conditionTags } from './liquid-conditions.ts';
import { dateFilters } from './liquid-dates.ts';
import { fileFilters } from './liquid-files.ts';
import { bare, guardedFilters, markupFilters } from './liquid-filters.ts';
import { markdownFilters } from './liquid-markdown.ts';
import { numberFilters } from './liquid-numbers.ts';
import { type Print, printerFor } from './liquid-print.ts';
import { snippetFiles, snippetTags } from './liquid-snippets.ts';
import { markupTags, plainTags } from './liquid-tags.ts';
import { type EscapeMode, TEMPLATE_LIMITS } from './template-protocol.ts';

/** The standard operators; they compare the text of marked values. */
const operators: Operators = Object.fromEntries(
  Object.entries(defaultOperators).map(([symbol, operator]) => {
    const compare = operator as (...operands: unknown[]) => ReturnType<typeof operator>;
    return [symbol, (...operands: unknown[]) => compare(...operands.map(bare))];
  }),
);

const documentFilters = { ...numberFilters, ...dateFilters, ...barcodeFilters, ...markdownFilters, ...fileFilters };

export interface LiquidKind {
  readonly snippets: Readonly<Record<string, string>>;
  readonly escapeMode: EscapeMode;
  /** Whether it is for headers and footers. */
  readonly isHeaderFooter: boolean;
  /** Finds what it can, instead of ending at the first error of parsing. */
  readonly findsAll?: boolean;
}

/** Liquid as a template of this kind needs it, and how it prints values. */
export function createLiquid({ snippets, escapeMode, isHeaderFooter, findsAll = false }: LiquidKind): {
  readonly liquid: Liquid;
  readonly print: Print;
} {
  const print = printerFor(escapeMode, { isHeaderFooter });
  const liquid = new Liquid({
    fs: snippetFiles(snippets),
    // Each snippet is parsed once.
    cache: true,
    relativeReference: false,
    ownPropertyOnly: true,
    strictFilters: true,
    lenientIf: true,
    catchAllErrors: findsAll,
    parseLimit: TEMPLATE_LIMITS.templateBytes,
    outputEscape: print,
    operators,
    // Dates are shown in the time zone they are written with, in one language, whatever the machine is set to.
    preserveTimezones: true,
    locale: 'en-US',
  });
  const filters = { ...(escapeMode === 'html' ? markupFilters : guardedFilters), ...documentFilters };
  const tags = { ...(escapeMode === 'html' ? markupTags : plainTags), ...snippetTags, ...conditionTags };
  for (const [name, filter] of Object.entries(filters)) liquid.registerFilter(name, filter);
  for (const [name, tag] of Object.entries(tags)) liquid.registerTag(name, tag);
  return { liquid, print };
}
