import { DATE } from './block-features.ts';
import { type Block, plainText } from './blocks.ts';
import { LANDMARKS, type Leaf } from './leaf-context.ts';
import type { Kind } from './lexicon.ts';
import type { Judged } from './main-content-model.ts';
import type { StatsOf } from './stats.ts';

/**
 * What belongs to the main content without being its text: the title, who wrote it and when, labels and short facts. The
 * model learned from pages where none of that counts, and leaves it out; a reader misses it.
 */
export function addWhatBelongs(judged: Judged, kept: Set<Block>, title: string, statsOf: StatsOf): void {
  if (kept.size === 0) return;
  const { leaves, chances } = judged;
  const isFrame = frameOf(leaves, kept, statsOf);
  const heading = titleOf(leaves, kept, title, isFrame);
  const isCard = cardsOf(leaves, kept, statsOf);
  const start = heading ?? leaves.find(({ block }) => kept.has(block))?.block;
  const from = leaves.findIndex(({ block }) => block === start);
  const text = leaves.findIndex(({ block }) => kept.has(block) && block !== start);
  const to = leaves.findLastIndex(({ block }) => kept.has(block));
  // Before what is in doubt: it stays, also where a share bar stands between it and the next heading.
  if (heading) kept.add(heading);
  const leastOf = (leaf: Leaf, index: number): number => {
    if (index > to) return DOUBTFUL_AFTER;
    if (index < from) return DOUBTFUL_BEFORE;
    return index < text && isUnderTitle(leaf, statsOf) ? DOUBTFUL_UNDER_TITLE : DOUBTFUL;
  };
  const added = new Set<Block>();
  leaves.forEach((leaf, index) => {
    const { block } = leaf;
    if (kept.has(block) || (chances[index] as number) < leastOf(leaf, index)) return;
    if (isFrame(leaf) || isControl(block, statsOf)) return;
    // A link alone leads elsewhere, unless it names who speaks, or when.
    if (!leadsElsewhere(block) || block.kind === 'heading' || tellsWhoOrWhen(leaf) || isCard(leaf, index))
      added.add(block);
  });
  for (const block of added) kept.add(block);
  addNames(judged, kept, isFrame, statsOf);
  dropEmptyHeadings(leaves, kept, added);
}

/** Below these chances a block is no part of the content: from the title to the end, before it, and after the end. */
const DOUBTFUL = 0.14;
const DOUBTFUL_BEFORE = 0.2;
const DOUBTFUL_AFTER = 0.19;
/** And for what says who and when, or sums up, between the title and the text. */
const DOUBTFUL_UNDER_TITLE = 0.03;
const LONGEST_UNDER_TITLE = 200;
/** A block with more of its text in links is nothing but links. */
const ALL_LINKED = 0.9;

/** Whether a block is there to be pressed; a table may have buttons in it. */
function isControl(block: Block, statsOf: StatsOf): boolean {
  const { text, control } = statsOf(block);
  return block.kind === 'table' ? control >= 0.5 * text : control > 0;
}

/** The address of a picture: a linked one that is shown larger is no way to another page. */
const PICTURE = /\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#]|$)/i;

/** Whether a block is nothing but links to other pages; an address that shows itself, or a telephone, is a fact. */
function leadsElsewhere(block: Block): boolean {
  if (!('runs' in block)) return false;
  let [all, linked] = [0, 0];
  for (const run of block.runs) {
    if (run.kind === 'image') {
      // As much as nothing beside a word.
      all += 0.01;
      if (run.link !== undefined && !PICTURE.test(run.link)) linked += 0.01;
    }
    if (run.kind !== 'text') continue;
    all += run.text.length;
    const { link, text } = run;
    if (link !== undefined && !/^(?:mailto|tel|sms):/.test(link) && !link.includes(text.trim())) linked += text.length;
  }
  return all > 0 && linked >= ALL_LINKED * all;
}

/** Longest name of a person, in characters. */
const LONGEST_NAME = 40;

/** A link right next to a date is who wrote it. */
function addNames({ leaves, chances }: Judged, kept: Set<Block>, isFrame: IsFrame, statsOf: StatsOf): void {
  const isDate = (leaf: Leaf | undefined): boolean =>
    leaf !== undefined &&
    kept.has(leaf.block) &&
    statsOf(leaf.block).text <= LONGEST_HEAD &&
    'runs' in leaf.block &&
    DATE.test(plainText(leaf.block.runs));
  leaves.forEach((leaf, index) => {
    const { text } = statsOf(leaf.block);
    if (kept.has(leaf.block) || text > LONGEST_NAME || isControl(leaf.block, statsOf) || isFrame(leaf)) return;
    if ((chances[index] as number) >= DOUBTFUL && (isDate(leaves[index - 1]) || isDate(leaves[index + 1])))
      kept.add(leaf.block);
  });
}

/** A heading that was in doubt goes when what it heads went; one over nothing at all is an entry of a list. */
function dropEmptyHeadings(leaves: readonly Leaf[], kept: Set<Block>, added: ReadonlySet<Block>): void {
  leaves.forEach(({ block }, index) => {
    if (block.kind !== 'heading' || !added.has(block)) return;
    let [some, filled] = [false, false];
    for (let after = index + 1; after < leaves.length; after += 1) {
      const { block: next } = leaves[after] as Leaf;
      if (next.kind === 'heading' && next.level <= block.level) break;
      if (next.kind === 'heading') continue;
      some = true;
      filled ||= kept.has(next);
    }
    if (some && !filled) kept.delete(block);
  });
}

/** What surrounds the content of a page, or leads to other pages. */
const FRAME: readonly (Kind | (typeof LANDMARKS)[number])[] = [
  'navigationLandmark',
  'footerLandmark',
  'asideLandmark',
  'consent',
  'advertising',
  'fixed',
  'navigation',
  'contents',
  'footer',
  'sidebar',
  'related',
  'comments',
  'share',
  'subscribe',
  'promotion',
  'pages',
  'overlay',
  'unseen',
  'control',
];
/** A part that has this share of what is kept is no frame, whatever its name. */
const SHARE = 0.3;

type IsFrame = (leaf: Leaf) => boolean;

function frameOf(leaves: readonly Leaf[], kept: ReadonlySet<Block>, statsOf: StatsOf): IsFrame {
  const lengths = new Map<string, number>();
  let all = 0;
  for (const { block, context } of leaves) {
    if (!kept.has(block)) continue;
    const { text } = statsOf(block);
    all += text;
    for (const kind of context.kinds.keys()) lengths.set(kind, (lengths.get(kind) ?? 0) + text);
  }
  const kinds = FRAME.filter((kind) => (lengths.get(kind) ?? 0) < SHARE * all);
  return ({ block, context }) =>
    kinds.some((kind) => {
      const level = context.kinds.get(kind);
      // The name of a single line is often one of its look, such as `text-secondary`; of a landmark it never is.
      return level !== undefined && (level < context.level || isLandmark(kind) || statsOf(block).linked > 0);
    });
}

const isLandmark = (kind: string): boolean => (LANDMARKS as readonly string[]).includes(kind);

function isUnderTitle(leaf: Leaf, statsOf: StatsOf): boolean {
  return (tellsWhoOrWhen(leaf) || leaf.context.kinds.has('hero')) && statsOf(leaf.block).text <= LONGEST_UNDER_TITLE;
}

function tellsWhoOrWhen({ block, context }: Leaf): boolean {
  if (!context.kinds.has('byline')) return 'runs' in block && DATE.test(plainText(block.runs));
  return true;
}

/** A card or post of which so much of the text is kept is kept with its head: who speaks, or what it is about. */
const MOST_OF_CARD = 0.5;
const LONGEST_HEAD = 80;

/** Whether a block is the head of a card that is kept, or a part of one that is a link as a whole. */
function cardsOf(
  leaves: readonly Leaf[],
  kept: ReadonlySet<Block>,
  statsOf: StatsOf,
): (leaf: Leaf, index: number) => boolean {
  const cards = new Map<Block, { text: number; linked: number; kept: number; first: number }>();
  leaves.forEach(({ block, context: { card } }, index) => {
    if (!card) return;
    const found = cards.get(card) ?? { text: 0, linked: 0, kept: 0, first: Number.POSITIVE_INFINITY };
    cards.set(card, found);
    const { text, linked } = statsOf(block);
    found.text += text;
    found.linked += linked;
    if (!kept.has(block)) return;
    found.kept += text;
    found.first = Math.min(found.first, index);
  });
  return ({ block, context: { card } }, index) => {
    const found = card && cards.get(card);
    if (!found || found.kept < MOST_OF_CARD * found.text || statsOf(block).text > LONGEST_HEAD) return false;
    return index < found.first || found.linked >= ALL_LINKED * found.text;
  };
}

/** A title of fewer letters could be any word. */
const SHORTEST_TITLE = 3;
/** Characters of the document's title that are looked for: each heading is compared with them. */
const LONGEST_TITLE = 500;

/**
 * The heading of what is kept: the longest one up to its first blocks that the document's own title repeats, else the
 * only one of the first level.
 */
function titleOf(
  leaves: readonly Leaf[],
  kept: ReadonlySet<Block>,
  title: string,
  isFrame: IsFrame,
): Block | undefined {
  const last = leaves.findLastIndex(({ block }) => kept.has(block));
  const own = lettersOf(title.slice(0, LONGEST_TITLE));
  const firstLevel = leaves.filter(({ block }) => block.kind === 'heading' && block.level === 1);
  let best: { block: Block; rank: number } | undefined;
  for (const leaf of leaves.slice(0, last)) {
    const { block } = leaf;
    if (block.kind !== 'heading' || leaf.context.kinds.has('navigationLandmark')) continue;
    const letters = lettersOf(plainText(block.runs));
    if (letters.length < SHORTEST_TITLE) continue;
    const repeated = own.includes(letters) || (own.length >= SHORTEST_TITLE && letters.includes(own));
    const only = block.level === 1 && firstLevel.length === 1;
    if (!repeated && !(only && !isFrame(leaf))) continue;
    // What leads elsewhere is the name of the site, which the title of the document repeats as well.
    const rank = letters.length + (block.level === 1 && !leadsElsewhere(block) ? own.length : 0);
    if (!best || rank > best.rank) best = { block, rank };
  }
  return best?.block;
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
