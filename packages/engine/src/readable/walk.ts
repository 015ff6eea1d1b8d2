import type { Page } from '../page/page.ts';
import { MARK, type Rendered } from './blocks.ts';
import { readCallout } from './in-page/callouts.ts';
import { createCodeReader } from './in-page/code.ts';
import { composeForPage } from './in-page/compose.ts';
import { raiseCurtain } from './in-page/curtain.ts';
import { type WalkResult, walkDocument } from './in-page/document.ts';
import { createFacts } from './in-page/facts.ts';
import { readControl } from './in-page/form.ts';
import { createInlines } from './in-page/inline.ts';
import { createLists } from './in-page/lists.ts';
import { createMathReader } from './in-page/math.ts';
import { createMediaReader } from './in-page/media.ts';
import { readMeta } from './in-page/meta.ts';
import { createNotes } from './in-page/notes.ts';
import { orderedNodes } from './in-page/order.ts';
import { createParagraphs } from './in-page/paragraphs.ts';
import { createPseudoReader } from './in-page/pseudo.ts';
import { selectElements } from './in-page/selection.ts';
import { createTableReader } from './in-page/table.ts';
import { createTables } from './in-page/tables.ts';
import { createVisibility } from './in-page/visibility.ts';

/** Parts of the page, by CSS selectors. */
export interface Selection {
  /** Nothing but what matches. */
  readonly only?: readonly string[];
  /** Stays, whatever is chosen. */
  readonly include?: readonly string[];
  /** Left out. */
  readonly exclude?: readonly string[];
}

/** A selector that the browser cannot read. */
export class UnreadableSelector extends Error {
  readonly option: keyof Selection;
  readonly index: number;

  constructor(option: keyof Selection, index: number) {
    super('a selector cannot be read');
    this.name = 'UnreadableSelector';
    this.option = option;
    this.index = index;
  }
}

const walk = composeForPage(walkDocument, {
  createVisibility,
  createInlines,
  createFacts,
  createParagraphs,
  createCodeReader,
  createMathReader,
  createMediaReader,
  createNotes,
  createPseudoReader,
  createTableReader,
  createTables,
  createLists,
  orderedNodes,
  readCallout,
  readControl,
  readMeta,
  raiseCurtain,
  selectElements,
});

/**
 * Reads what the page shows, as a tree of blocks.
 * @throws UnreadableSelector
 */
export async function walkPage(
  page: Page,
  { only = [], include = [], exclude = [] }: Selection = {},
): Promise<Rendered> {
  const result = JSON.parse(await page.call(walk, { marks: MARK, only, include, exclude })) as WalkResult;
  if ('unreadable' in result) throw new UnreadableSelector(result.unreadable.option, result.unreadable.index);
  return result.page;
}
