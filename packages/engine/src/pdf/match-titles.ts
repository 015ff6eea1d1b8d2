/**
 * Which heading of a page an item of Chromium's outline comes from. Both are compared without what Chromium loses or
 * adds (spaces, hyphens, the order of words from right to left), so that only text decides and never a guess of where
 * spaces belong.
 */

interface Heading {
  /** As it is shown in an outline. */
  readonly title: string;
  readonly key: string;
  used: boolean;
}

/** A heading that no item has as a whole, and how often it has each character. */
interface Unused {
  readonly heading: Heading;
  readonly counts: ReadonlyMap<string, number>;
}

/** Characters that are compared, beyond which the items that are left keep their titles. */
const MOST_COMPARED = 20_000_000;
/** Characters of an item beyond which it keeps its title. */
const LONGEST_ITEM = 8_000;

/**
 * @param items titles of the outline, in order
 * @param texts texts of the page's headings, in order
 * @returns the title that each item should have; `undefined` where no heading is known to be its own
 */
export function matchTitles(items: readonly string[], texts: readonly string[]): (string | undefined)[] {
  const headings = texts.map(toHeading).filter(({ key }) => key !== '');
  const keys = items.map((title) => (title.length > LONGEST_ITEM ? '' : keyOf(title)));
  const found: (string | undefined)[] = items.map(() => undefined);
  /** Places of the items that have no title yet. */
  const open = () => [...keys.keys()].filter((index) => found[index] === undefined && keys[index] !== '');
  const assign = (spell: (key: string) => string) => {
    const places = open();
    if (places.length === 0) return;
    const unused = headings.filter(({ used }) => !used);
    const titles = whole(
      places.map((index) => spell(keys[index] as string)),
      groupBy(unused, ({ key }) => spell(key)),
    );
    for (const [place, index] of places.entries()) found[index] = titles[place];
  };
  assign((key) => key);
  assign(sorted);
  if (open().length === 0) return found;
  const known = groupBy(headings, ({ key }) => sorted(key));
  for (const index of open()) found[index] = repeatedWhole(keys[index] as string, known);
  const rest = headings.filter(({ used }) => !used).map((heading) => ({ heading, counts: countsOf(heading.key) }));
  const left = open();
  if (left.length * rest.reduce((sum, { heading }) => sum + heading.key.length, 0) > MOST_COMPARED) return found;
  for (const index of left) found[index] = partOf(keys[index] as string, rest);
  return found;
}

/** Items that have all of a heading. Several headings that are spelled alike are told apart by their order. */
function whole(
  items: readonly string[],
  known: ReadonlyMap<string, readonly Heading[]>,
): readonly (string | undefined)[] {
  const wanted = groupBy(items, (item) => item);
  const places = new Map<string, number>();
  return items.map((item) => {
    const candidates = known.get(item) ?? [];
    const place = places.get(item) ?? 0;
    places.set(item, place + 1);
    for (const candidate of candidates) candidate.used = true;
    const alike = candidates.every(({ title }) => title === candidates[0]?.title);
    const inOrder = candidates.length === wanted.get(item)?.length;
    return alike || inOrder ? candidates[place % candidates.length]?.title : undefined;
  });
}

/** The heading whose whole text an item has several times. */
function repeatedWhole(key: string, known: ReadonlyMap<string, readonly Heading[]>): string | undefined {
  const counts = [...countsOf(key)];
  const least = Math.min(...counts.map(([, count]) => count));
  for (let times = 2; times <= least; times += 1) {
    if (counts.some(([, count]) => count % times !== 0)) continue;
    const once = counts.map(([character, count]) => character.repeat(count / times));
    const heading = known.get(sorted(once.join('')))?.[0];
    if (!heading) continue;
    heading.used = true;
    return heading.title;
  }
  return undefined;
}

/** The title of an item that has some of a heading's lines once more, or some of them only. */
function partOf(key: string, rest: readonly Unused[]): string | undefined {
  const counts = countsOf(key);
  for (const { heading, counts: own } of rest) {
    if (heading.used) continue;
    const covers = own.size === counts.size && [...own].every(([one, count]) => count <= (counts.get(one) ?? 0));
    const repeats = covers && (LEFTWARDS.test(key) || isInOrder(heading.key, key));
    const at = heading.key.indexOf(key);
    if (!repeats && at < 0) continue;
    heading.used = repeats;
    return repeats ? heading.title : sliceByKey(heading.title, at, key.length);
  }
  return undefined;
}

/** Scripts whose words are not in the order in which they are painted. */
const LEFTWARDS = /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u;

/** Whether a text has all characters of another in their order, with others between them or not. */
function isInOrder(characters: string, text: string): boolean {
  let at = 0;
  for (const character of text) if (characters.startsWith(character, at)) at += character.length;
  return at === characters.length;
}

/** The part of a title that has `length` characters of its key from `start` on. */
function sliceByKey(title: string, start: number, length: number): string {
  let at = 0;
  let slice = '';
  for (const character of title) {
    if (at >= start + length) break;
    if (at >= start) slice += character;
    at += keyOf(character).length;
  }
  return slice.trim();
}

function toHeading(text: string): Heading {
  const title = text
    .replaceAll(/[\u00ad\u200b]/g, '')
    .replaceAll(/[ \t\n\v\f\r\u2028\u2029]+/g, ' ')
    .trim();
  return { title, key: keyOf(text), used: false };
}

/** Text without white space, hyphens and what is invisible, in lower case and in one spelling. */
const keyOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Default_Ignorable_Code_Point}\u202a-\u202e\u2066-\u2069\u2010\u2011-]+/gu, '');

const sorted = (key: string): string => [...key].sort().join('');

function countsOf(key: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const character of key) counts.set(character, (counts.get(character) ?? 0) + 1);
  return counts;
}

function groupBy<T>(values: readonly T[], keyOfValue: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const group = groups.get(keyOfValue(value));
    if (group) group.push(value);
    else groups.set(keyOfValue(value), [value]);
  }
  return groups;
}
