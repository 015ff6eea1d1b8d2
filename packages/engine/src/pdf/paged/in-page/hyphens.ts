/**
 * Runs in the page. Finds the languages of texts that are to be hyphenated and that Chromium has no patterns for.
 * @param most texts that are looked at
 * @returns their tags; an empty one for text whose language is not said
 */
export function withoutHyphens(most: number): string[] {
  const longest = new Map<string, string>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const languages = new Map<Element, string | null>();
  /** The language of an element that is hyphenated, `null` of another. */
  const languageOf = (element: Element): string | null => {
    const known = languages.get(element);
    if (known !== undefined) return known;
    const style = getComputedStyle(element);
    const found = style.hyphens === 'auto' && style.whiteSpace !== 'nowrap' && style.display !== 'none';
    const language = found ? (element.closest('[lang]')?.getAttribute('lang') ?? '') : null;
    languages.set(element, language);
    return language;
  };
  for (let count = 0; count < most && texts.nextNode(); count += 1) {
    // Other scripts have no hyphens, or break anywhere.
    const words = texts.currentNode.nodeValue?.match(/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]{6,}/gu);
    const parent = texts.currentNode.parentElement;
    const language = words && parent ? languageOf(parent) : null;
    if (language === null) continue;
    for (const word of words ?? []) {
      if (word.length > (longest.get(language) ?? '').length) longest.set(language, word);
    }
  }
  const probe = document.createElement('platen-probe');
  probe.style.cssText = 'all:initial;position:absolute;visibility:hidden;left:0;top:0;width:0';
  document.documentElement.append(probe);
  const heightOf = (hyphens: string): number => {
    probe.style.setProperty('hyphens', hyphens);
    return probe.getBoundingClientRect().height;
  };
  const missing = [...longest].filter(([language, word]) => {
    probe.setAttribute('lang', language);
    probe.textContent = word;
    return heightOf('auto') === heightOf('manual');
  });
  probe.remove();
  return missing.map(([language]) => language);
}
