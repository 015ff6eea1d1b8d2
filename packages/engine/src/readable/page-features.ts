import { AMOUNT, type FeatureRow, log, share } from './block-features.ts';
import { type Block, plainText, type Rendered } from './blocks.ts';
import type { Leaf } from './leaf-context.ts';
import type { Stats, StatsOf } from './stats.ts';

/** Types that authors declare (Open Graph, schema.org), as one word each. */
const DECLARED: Readonly<Record<string, RegExp>> = {
  declaredArticle: /^(?:og:article|.*article.*|.*posting|blog.*|report|recipe|.*review)$/,
  declaredProduct: /^(?:og:(?:product|og:product)|product.*|offer|vehicle|book|.*application)$/,
  declaredTalk: /forum|qapage|question|discussion|answer|comment/,
  declaredList: /collection|itemlist|searchresults|offercatalog|blog$|imagegallery/,
  declaredOffer: /service|organization|business|faqpage|profile|person|about|contact|restaurant|hotel|event/,
};

/** How addresses name what a page is; paths are English all over the world. */
const PATHS: Readonly<Record<string, RegExp>> = {
  pathArticle: /\/(?:blog|news|articles?|story|stories|posts?|opinion|20\d\d\/\d\d?)(?:[/-]|$)/,
  pathProduct: /\/(?:products?|shop|items?|dp|p|store|buy)(?:[/-]|$)/,
  pathTalk:
    /\/(?:forums?|threads?|topics?|t|questions?|discussions?|community|viewtopic|showthread|comments)(?:[./-]|$)/,
  pathList: /\/(?:categor(?:y|ies)|collections?|catalog|tags?|search|archives?|shop|browse|directory|list)(?:[/-]|$)/,
  pathDocs: /\/(?:docs?|documentation|reference|api|guides?|manual|tutorials?|learn|wiki|help|man)(?:[./-]|$)/,
  pathOffer: /\/(?:services?|solutions?|about|features?|pricing|platform|company|contact)(?:[./-]|$)/,
};

/** Numbers by name. */
type Numbers = Readonly<Record<string, number>>;

/** What the page is, for every block of it. */
export function createPageFacts(rendered: Rendered, leaves: readonly Leaf[], page: Stats): (row: FeatureRow) => void {
  const facts = Object.entries(ofPage(rendered, leaves, page));
  return (row) => {
    for (const [name, value] of facts) row.add(name, value);
  };
}

function ofPage({ meta, declared, height }: Rendered, leaves: readonly Leaf[], page: Stats): Numbers {
  const features: Record<string, number> = {};
  for (const [name, pattern] of Object.entries(DECLARED))
    features[name] = declared?.types.some((type) => pattern.test(type)) ? 1 : 0;
  const url = URL.canParse(meta.url) ? new URL(meta.url) : undefined;
  const path = url?.pathname.toLowerCase() ?? '';
  for (const [name, pattern] of Object.entries(PATHS)) features[name] = pattern.test(path) ? 1 : 0;
  const last = path.replace(/\/$/, '').split('/').at(-1) ?? '';
  return {
    ...features,
    pathDocsHost: /^(?:docs?|developers?|api|learn|help|support|wiki|manual)\./.test(url?.hostname ?? '') ? 1 : 0,
    pathTalkHost: /^(?:forums?|community|discuss\w*|ask|answers)\./.test(url?.hostname ?? '') ? 1 : 0,
    pathDepth: path.split('/').filter((part) => part !== '').length,
    pathWords: last.split(/[-_]/).length,
    pathNumber: /\d{4,}/.test(last) ? 1 : 0,
    pageText: log(page.text),
    pageProse: log(page.prose),
    pageLinked: share(page.linked, page.text),
    pageProseShare: share(page.prose, page.text),
    pageLeaves: log(page.leaves),
    pageHeight: log(height),
    ...shares(leaves),
  };
}

/** How many of the blocks are of a kind. */
function shares(leaves: readonly Leaf[]): Numbers {
  const of = (test: (leaf: Leaf) => boolean): number => log(leaves.filter(test).length);
  const part = (test: (leaf: Leaf) => boolean): number => share(leaves.filter(test).length, leaves.length);
  return {
    pageHeadings: of(({ block }) => block.kind === 'heading'),
    pageTitles: of(({ block }) => block.kind === 'heading' && block.level === 1),
    pageTables: of(({ block }) => block.kind === 'table'),
    pageCode: of(({ block }) => block.kind === 'code'),
    pageAmounts: of(({ block }) => 'runs' in block && AMOUNT.test(plainText(block.runs).slice(0, 200))),
    pageParagraphs: of(({ block }) => block.tag === 'p'),
    pageMain: part(({ context }) => context.kinds.has('mainLandmark')),
    pageArticle: part(({ context }) => context.kinds.has('articleLandmark')),
    pageComments: part(({ context }) => context.kinds.has('comments')),
    pageCards: part(({ context }) => context.card !== undefined),
    pageAside: part(({ context }) => context.kinds.has('asideLandmark') || context.kinds.has('sidebar')),
  };
}

/** What of the page's own name and description a block repeats. */
export function createDeclaredVotes({ meta, declared }: Rendered): (row: FeatureRow, block: Block) => void {
  const title = new Set(wordsOf(meta.title));
  const description = new Set(wordsOf(meta.description));
  const author = new Set(wordsOf(meta.author));
  const bodyWords = wordsOf(declared?.body ?? '');
  const body = new Set(bodyWords);
  const pairs = new Set(pairsOf(bodyWords));
  const among = (words: readonly string[], set: ReadonlySet<string>): number => {
    if (set.size === 0) return -1;
    let found = 0;
    for (const word of words) if (set.has(word)) found += 1;
    return share(found, words.length);
  };
  const ofBody = (words: readonly string[]): number => {
    if (body.size < FEWEST_WORDS) return -1;
    return words.length > 1 ? among(pairsOf(words), pairs) : among(words, body);
  };
  return (row, block) => {
    const words = 'runs' in block ? wordsOf(plainText(block.runs).slice(0, 1_000)) : [];
    row.add('ofTitle', among(words, title));
    row.add('titleCovered', share(new Set(words.filter((word) => title.has(word))).size, title.size));
    row.add('ofDescription', among(words, description));
    row.add('ofAuthor', among(words, author));
    row.add('ofBody', ofBody(words));
  };
}

/** Different words from which on a declared text is more than a remark. */
const FEWEST_WORDS = 30;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const pairsOf = (words: readonly string[]): string[] => words.slice(1).map((word, index) => `${words[index]} ${word}`);

/** Places of landmarks among the leaves of a page; -1 where there is none. */
interface Order {
  readonly firstProse: number;
  readonly lastProse: number;
  readonly title: number;
}

function orderOf(leaves: readonly Leaf[], statsOf: StatsOf): Order {
  const prose = leaves.map(({ block }) => statsOf(block).prose > 0);
  return {
    firstProse: prose.indexOf(true),
    lastProse: prose.lastIndexOf(true),
    title: leaves.findIndex(({ block }) => block.kind === 'heading' && block.level === 1),
  };
}

const NEIGHBOURS = [-3, -2, -1, 1, 2, 3].map((offset) => ({
  offset,
  prose: `prose${offset}`,
  linked: `linked${offset}`,
  length: `length${offset}`,
  level: `level${offset}`,
}));

const clamp = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value));

/** Where a block stands, and what stands beside it. */
export function createPlaces(
  leaves: readonly Leaf[],
  statsOf: StatsOf,
  page: Stats,
): (row: FeatureRow, index: number) => void {
  const order = orderOf(leaves, statsOf);
  const stats = leaves.map(({ block }) => statsOf(block));
  const texts = leaves.map(({ block }) => ('runs' in block ? plainText(block.runs) : ''));
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  let [readText, readProse] = [0, 0];
  const read = stats.map(({ text, prose }) => {
    const before = { text: share(readText, page.text), prose: share(readProse, page.prose) };
    readText += text;
    readProse += prose;
    return before;
  });
  return (row, index) => {
    row.add('place', share(index, leaves.length));
    row.add('placeInText', read[index]?.text ?? 0);
    row.add('placeInProse', read[index]?.prose ?? 0);
    row.add('fromTitle', order.title < 0 ? -99 : clamp(index - order.title, 50));
    row.add('fromFirstProse', clamp(index - order.firstProse, 50));
    row.add('fromLastProse', clamp(index - order.lastProse, 50));
    row.add('repeated', (counts.get(texts[index] ?? '') ?? 1) - 1);
    const height = leaves[index]?.block.box?.[3];
    row.add('tall', height === undefined ? -1 : log(height));
    for (const { offset, prose, linked, length, level } of NEIGHBOURS) {
      const beside = stats[index + offset];
      const block = leaves[index + offset]?.block;
      row.add(prose, beside ? Math.min(1, beside.prose) : -1);
      row.add(linked, beside ? share(beside.linked, beside.text) : -1);
      row.add(length, beside ? log(beside.text) : -1);
      row.add(level, block?.kind === 'heading' ? block.level : 0);
    }
  };
}
