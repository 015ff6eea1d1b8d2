import { createNumerals } from '../numerals.ts';
import type { Page } from '../page/page.ts';
import { MARK, type Rendered } from './blocks.ts';
import { createBlockElements } from './in-page/block-elements.ts';
import { readCallout } from './in-page/callouts.ts';
import { createCodeReader } from './in-page/code.ts';
import { composeForPage } from './in-page/compose.ts';
import { createCounterReader } from './in-page/counters.ts';
import { readDeclared } from './in-page/declared.ts';
import { type WalkResult, walkDocument } from './in-page/document.ts';
import { createElements } from './in-page/elements.ts';
import { createFacts } from './in-page/facts.ts';
import { readControl } from './in-page/form.ts';
import { createInlines } from './in-page/inline.ts';
import { createLists } from './in-page/lists.ts';
import { createMathReader } from './in-page/math.ts';
import { createMediaReader } from './in-page/media.ts';
import { readMeta } from './in-page/meta.ts';
import { createNotes } from './in-page/notes.ts';
import { orderedNodes } from './in-page/order.ts';
import { packJson, unpackJson } from './in-page/pack.ts';
import { createParagraphs } from './in-page/paragraphs.ts';
import { showsPicture } from './in-page/pictures.ts';
import { createPseudoReader } from './in-page/pseudo.ts';
import { readRels } from './in-page/rels.ts';
import { restoreDocument } from './in-page/restore.ts';
import { revealCollapsed } from './in-page/reveal-collapsed.ts';
import { revealContent } from './in-page/reveal-content.ts';
import { selectElements } from './in-page/selection.ts';
import { createSpecialElements } from './in-page/special-elements.ts';
import { createTableReader } from './in-page/table.ts';
import { createTables } from './in-page/tables.ts';
import { createVisibility } from './in-page/visibility.ts';
import { recallWalk, warmUp } from './in-page/warm-up.ts';
import { sentText } from './sent-text.ts';
import { textLength } from './stats.ts';

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

const walkScript = composeForPage(walkDocument, {
  createVisibility,
  createElements,
  createSpecialElements,
  createBlockElements,
  createInlines,
  createFacts,
  createParagraphs,
  createCodeReader,
  createMathReader,
  createMediaReader,
  createNotes,
  createPseudoReader,
  createCounterReader,
  createNumerals,
  createTableReader,
  createTables,
  createLists,
  orderedNodes,
  readCallout,
  readControl,
  readMeta,
  readDeclared,
  readRels,
  packJson,
  revealContent,
  showsPicture,
  restoreDocument,
  revealCollapsed,
  selectElements,
});

/** One of everything that most pages have. */
const SAMPLE = `<main class="page"><style>b::after{content:"."}</style><h1 id="top">Sample &amp; <b>more</b></h1>
<p class="lead">Words, <a href="/a#b">a link</a>, <em>some</em> <strong>stress</strong> and <code>code</code>.<br>A line</p>
<div style="display:flex;overflow:hidden"><div>1</div><div style="position:relative">2 <span>three</span></div></div>
<ul><li>one</li><li>two <ol><li>three</li></ol></li></ul><blockquote><p>Said</p></blockquote><hr>
<table><caption>Sums</caption><thead><tr><th>Name</th><th>Sum</th></tr></thead><tbody><tr><td>a</td>
<td style="text-align:right">1</td></tr><tr><td>b</td><td>2</td></tr></tbody></table><pre><code>x = 1</code></pre>
<img alt="" src="data:,"><svg><text>t</text></svg><button>Go</button><input value="v"><dl><dt>t</dt><dd>d</dd></dl></main>`;
/** Enough for the browser to compile what runs often; more makes no walk faster. */
const WARM_UP_RUNS = 4;

const warmUpWalk = composeForPage(warmUp, { walk: walkScript });
/** Pages that keep the walk, until they are navigated. */
const warmedUp = new WeakSet<Page>();

/**
 * Sends the walk ahead to a page that is empty and has nothing else to do. It saves the time that sending and
 * compiling the walk takes, as long as the document is written into this page.
 */
export async function prepareWalk(page: Page): Promise<void> {
  await page.call(
    warmUpWalk,
    { marks: MARK, only: [], include: [], exclude: [], broken: false, collapsed: false },
    SAMPLE,
    WARM_UP_RUNS,
  );
  warmedUp.add(page);
}

export interface Walk {
  readonly selection?: Selection;
  /** The document as it was sent, where that is known. */
  readonly source?: string | undefined;
  /** Whether scripts or style sheets of the page did not load. Default false. */
  readonly broken?: boolean;
  /** Whether what is collapsed is read too. Default false. */
  readonly collapsed?: boolean;
}

/**
 * Reads what the page shows, as a tree of blocks. A page that is blank, since its scripts took away what was sent and
 * did not get what they needed, is read as it was sent; so is one that shows much less than was sent while scripts of
 * its own are missing, such as one that says that it is not available. Elsewhere, what was taken away stays so:
 * nobody sees it, and it is the usual carrier of words that a person is not to see.
 * @throws UnreadableSelector
 */
export async function walkPage(page: Page, walk: Walk = {}): Promise<Rendered> {
  const { selection, source, broken = false, collapsed = false } = walk;
  const rendered = await walkOnce(page, { selection, broken, collapsed });
  if (source === undefined || selection?.only?.length) return rendered;
  const shown = textOf(rendered);
  if (shown > (broken ? ENOUGH : NOTHING)) return rendered;
  const least = shown > NOTHING ? LOSS * shown + LEAST_LOST : LEAST_LOST;
  if (sentText(source) < least) return rendered;
  const restored = await walkOnce(page, { selection, source, broken, collapsed });
  return textOf(restored) > least ? restored : rendered;
}

/** A page that shows more characters, a word or two, is not blank. */
const NOTHING = 20;
/** A page that shows more characters is taken as it is. */
const ENOUGH = 3_000;
/** What was sent has to have this many characters, or this many times what shows and as many more. */
const LEAST_LOST = 400;
const LOSS = 2;

async function walkOnce(page: Page, { selection, source, broken = false, collapsed = false }: Walk): Promise<Rendered> {
  const { only = [], include = [], exclude = [] } = selection ?? {};
  const options = { marks: MARK, only, include, exclude, source, broken, collapsed };
  const kept = warmedUp.has(page) ? await page.call(recallWalk, options) : '';
  const result = JSON.parse(unpackJson(kept || (await page.call(walkScript, options)))) as WalkResult;
  if ('unreadable' in result) throw new UnreadableSelector(result.unreadable.option, result.unreadable.index);
  return result.page;
}

const textOf = ({ blocks }: Rendered): number => blocks.reduce((sum, block) => sum + textLength(block), 0);
