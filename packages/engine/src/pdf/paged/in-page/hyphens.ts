/**
 * Functions that run inside the page, in the isolated world of `Page.call`: words that are to be hyphenated and that Chromium has no patterns for. Soft hyphens
 * are put into their texts, and taken out again. Each is sent as text: it uses its arguments and the page's globals, nothing of this module.
 */

/** Words of one language, each once, in the order of the document. */
export type LanguageWords = {
  /** The tag of the language; empty where none is said. */
  readonly language: string;
  readonly words: readonly string[];
};

/** What is to be hyphenated. */
export type FoundWords = {
  readonly languages: readonly LanguageWords[];
  /** Whether there are more texts or words than are looked at. */
  readonly more: boolean;
};

/** Where the words of a language may be broken: the word with U+00AD at each place. Words that may not be are left out. */
export type BrokenWords = {
  readonly language: string;
  readonly words: readonly (readonly [word: string, broken: string])[];
};

/** A text and the words of it that may be broken, each with its place. */
type HyphenatedText = {
  readonly node: Text;
  readonly language: string;
  /** Value of `hyphenate-limit-chars`. */
  readonly limits: string;
  readonly words: readonly (readonly [at: number, word: string])[];
};

/** What is kept in the isolated world between two calls. */
export type HyphensState = typeof globalThis & {
  $hyphens?: {
    readonly texts: HyphenatedText[];
    readonly undo: (() => void)[];
  };
};

/**
 * Finds the words of texts with `hyphens: auto` in languages that Chromium has no patterns for.
 * @param mostTexts texts that are looked at
 * @param mostWords different words
 * @param mostLanguages different languages: each is tried out, which lays the document out
 */
export function findWords(mostTexts: number, mostWords: number, mostLanguages: number): FoundWords {
  const TOKEN = /[^\s\u00a0\u200b]{5,}/gu;
  /** Other scripts have no hyphens, or break anywhere. */
  const WORD = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\u00ad]{5,}/gu;
  /** Addresses, which nobody could read with hyphens of ours. */
  const ADDRESS = /:\/\/|@|[\p{L}\p{N}][._][\p{L}\p{N}]/u;
  const byLanguage = new Map<string, Set<string>>();
  const texts: HyphenatedText[] = [];
  let [looked, words] = [0, 0];
  let moreLanguages = false;
  type Way = { readonly language: string; readonly limits: string } | null;
  const ways = new Map<Element, Way>();
  const said = document.querySelector<HTMLMetaElement>('meta[http-equiv="content-language" i]')?.content.trim() ?? '';
  const languageOf = (element: Element): string => {
    for (let at: Element | null = element; at; ) {
      const named = at.$closest('[lang]');
      if (named) return named.$getAttribute('lang') ?? '';
      const root: Node = at.$getRootNode();
      at = root instanceof ShadowRoot ? root.host : null;
    }
    return /^[\w-]+$/.test(said) ? said : '';
  };
  /** How the texts of an element are hyphenated, if they are. */
  const wayOf = (element: Element): Way => {
    const known = ways.get(element);
    if (known !== undefined) return known;
    const style = getComputedStyle(element);
    const lines = style.getPropertyValue('text-wrap-mode') !== 'nowrap' && style.display !== 'none';
    // The letters of a drawing have places of their own, one for each.
    const drawn = /\/(?:svg|MathML)$/.test(element.$namespaceURI ?? '');
    const isText = !drawn && !/^(?:script|style|textarea|option)$/.test(element.$localName);
    const found = style.hyphens === 'auto' && lines && isText;
    const way = found
      ? { language: languageOf(element), limits: style.getPropertyValue('hyphenate-limit-chars') || 'auto' }
      : null;
    ways.set(element, way);
    return way;
  };
  const isInline = (node: Text): boolean =>
    node.$parentElement !== null && /^inline$|^contents$/.test(getComputedStyle(node.$parentElement).display);
  let before: Text | undefined;
  const look = (node: Text): void => {
    const data = node.$nodeValue ?? '';
    const last = before;
    before = node;
    const way = node.$parentElement && data.length >= 5 ? wayOf(node.$parentElement) : null;
    if (!way) return;
    // Parts of one word in several elements would be broken as if they were words.
    const joined = (one: Text | undefined, other: Text): boolean =>
      one !== undefined &&
      /[\p{L}\p{M}]$/u.test(one.data) &&
      /^[\p{L}\p{M}]/u.test(other.data) &&
      (isInline(one) || isInline(other));
    const start = joined(last, node) ? (/^[\p{L}\p{M}\u00ad]+/u.exec(data)?.[0].length ?? 0) : 0;
    const next = followedBy(node);
    const end =
      next && joined(node, next) ? data.length - (/[\p{L}\p{M}\u00ad]+$/u.exec(data)?.[0].length ?? 0) : data.length;
    const own: [number, string][] = [];
    for (const { 0: token, index } of data.matchAll(TOKEN)) {
      if (ADDRESS.test(token)) continue;
      for (const { 0: word, index: inToken } of token.matchAll(WORD)) {
        const at = index + inToken;
        // Where the author says how a word is broken, nothing else does.
        if (at < start || at + word.length > end || word.includes('\u00ad')) continue;
        const set = byLanguage.get(way.language) ?? new Set();
        if (set.size === 0 && byLanguage.size >= mostLanguages) {
          moreLanguages = true;
          continue;
        }
        byLanguage.set(way.language, set);
        if (words < mostWords && !set.has(word)) {
          set.add(word);
          words += 1;
        }
        if (set.has(word)) own.push([at, word]);
      }
    }
    if (own.length > 0) texts.push({ node, ...way, words: own });
  };
  const followedBy = (node: Text): Text | null => {
    const walker = document.createTreeWalker(node.$getRootNode(), NodeFilter.SHOW_TEXT);
    walker.currentNode = node;
    return walker.nextNode() as Text | null;
  };
  const roots: Node[] = [document.body ?? document.documentElement];
  for (const root of roots) {
    for (const element of (root as Element | ShadowRoot).$querySelectorAll('*')) {
      if (element.$shadowRoot) roots.push(element.$shadowRoot);
    }
    before = undefined;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (; looked < mostTexts && walker.nextNode(); looked += 1) look(walker.currentNode as Text);
  }

  const probe = document.createElement('platen-probe');
  probe.$style.cssText = 'all:initial;position:absolute;visibility:hidden;left:0;top:0;width:0';
  document.documentElement.$append(probe);
  const heightOf = (hyphens: string): number => {
    probe.$style.setProperty('hyphens', hyphens);
    return probe.$getBoundingClientRect().height;
  };
  const languages = [...byLanguage]
    .filter(([language, set]) => {
      probe.$setAttribute('lang', language);
      probe.$textContent = [...set].reduce((longest, word) => (word.length > longest.length ? word : longest), '');
      return heightOf('auto') === heightOf('manual');
    })
    .map(([language, set]) => ({ language, words: [...set] }));
  probe.$remove();
  const without = new Set(languages.map(({ language }) => language));
  (globalThis as HyphensState).$hyphens = {
    texts: texts.filter(({ language }) => without.has(language)),
    undo: [],
  };
  return { languages, more: words >= mostWords || looked >= mostTexts || moreLanguages };
}

/** Puts soft hyphens into the texts that `findWords` found, as far as `hyphenate-limit-chars` lets it. */
export function putHyphens(languages: readonly BrokenWords[]): void {
  const state = (globalThis as HyphensState).$hyphens;
  if (!state) return;
  const broken = new Map(languages.map(({ language, words }) => [language, new Map(words)]));
  /** Characters of a word, before its first and behind its last hyphen, at least (CSS Text 4, 6.3.2). */
  const limitsOf = (value: string): readonly [number, number, number] => {
    const [total = Number.NaN, before = Number.NaN, after = before] = value.split(/\s+/).map(Number);
    const or = (number: number, fallback: number) => (Number.isNaN(number) ? fallback : number);
    return [or(total, 5), or(before, 2), or(after, 2)];
  };
  const limited = new Map<string, readonly [number, number, number]>();
  for (const { node, language, limits, words } of state.texts) {
    const byWord = broken.get(language);
    if (!byWord) continue;
    const [total, before, after] = limited.get(limits) ?? limitsOf(limits);
    limited.set(limits, [total, before, after]);
    const own = node.data;
    let [made, done] = ['', 0];
    for (const [at, word] of words) {
      const parts = byWord.get(word)?.split('\u00ad');
      if (!parts || word.length < total) continue;
      let place = 0;
      for (const part of parts.slice(0, -1)) {
        place += part.length;
        if (place < before || word.length - place < after) continue;
        made += `${own.slice(done, at + place)}\u00ad`;
        done = at + place;
      }
    }
    made += own.slice(done);
    if (made === own) continue;
    node.data = made;
    state.undo.push(() => {
      if (node.data === made) node.data = own;
    });
  }
}

/** Takes them out again. */
export function takeHyphens(): void {
  const scope = globalThis as HyphensState;
  for (const undo of scope.$hyphens?.undo ?? []) undo();
  delete scope.$hyphens;
}
