import type { PagedState } from './sheets.ts';

/** A generated text for an element. */
export type MadeText = {
  readonly id: string;
  readonly pseudo: 'before' | 'after';
  /** A value of `content` that Chromium understands; with a leader it is what stands before it. */
  readonly content: string;
  /** What is repeated up to the end of the line, and what stands behind it. */
  readonly leader: { readonly pattern: string; readonly rest: string } | null;
};

/**
 * Runs in the page, which has the width that it is printed in. Writes generated texts.
 * @returns a digit for each text with a leader: 1 where it takes a line of its own
 */
export function writeTexts(texts: readonly MadeText[]): string {
  const state = (globalThis as PagedState).$paged;
  if (!state) return '';
  const quoted = (text: string): string =>
    `"${text.replaceAll(/["\\\n\r\f]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`;
  const set = (element: HTMLElement, name: string, value: string): void => {
    element.$style.setProperty(name, value);
  };
  const leaders: { readonly text: MadeText; readonly element: HTMLElement }[] = [];
  for (const text of texts) {
    const element = state.elements.get(text.id);
    if (!element) continue;
    if (!text.leader) set(element, `--platen-made-${text.pseudo}`, text.content);
    else {
      set(
        element,
        `--platen-made-${text.pseudo}`,
        `${text.content} ${quoted(text.leader.pattern)} ${text.leader.rest}`,
      );
      leaders.push({ text, element });
    }
  }
  if (leaders.length === 0) return '';
  const probe = document.createElement('platen-probe');
  probe.$style.cssText = 'all:initial;position:absolute;visibility:hidden;white-space:pre;left:0;top:0';
  document.documentElement.$append(probe);
  /** Width of a text in the font of generated text. */
  const widthOf = (content: string, element: HTMLElement, pseudo: string): number => {
    const style = getComputedStyle(element, `::${pseudo}`);
    for (const name of [
      'font',
      'letter-spacing',
      'font-kerning',
      'font-feature-settings',
      'font-variant',
      'text-transform',
    ]) {
      probe.$style.setProperty(name, style.getPropertyValue(name));
    }
    probe.$textContent = content;
    return probe.$getBoundingClientRect().width;
  };
  const plain = (list: string): string =>
    [...list.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
      .map(([, inner = '']) =>
        inner.replaceAll(/\\([0-9a-f]{1,6})\s?/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16))),
      )
      .join('');
  /** Where the text of an element ends, and the line that this is in. */
  const endOf = (element: HTMLElement): { x: number; top: number } | undefined => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const boxes = range.getClientRects();
    const last = boxes[boxes.length - 1];
    return last && { x: getComputedStyle(element).direction === 'rtl' ? last.left : last.right, top: last.top };
  };
  const blockOf = (element: HTMLElement): HTMLElement => {
    let block: HTMLElement = element;
    while (
      /^(?:inline|contents|ruby)/.test(getComputedStyle(block).display) &&
      block.$parentElement &&
      getComputedStyle(block).display !== 'inline-block'
    ) {
      block = block.$parentElement;
    }
    return block;
  };
  const patternWidths = new Map<string, number>();
  let lines = '';
  const place = ({ text, element }: (typeof leaders)[number]): (() => void) => {
    const { pattern, rest } = text.leader as { pattern: string; rest: string };
    const end = endOf(element);
    const block = blockOf(element);
    const style = getComputedStyle(block);
    const box = block.$getBoundingClientRect();
    const rtl = style.direction === 'rtl';
    const right = box.right - Number.parseFloat(style.borderRightWidth) - Number.parseFloat(style.paddingRight);
    const left = box.left + Number.parseFloat(style.borderLeftWidth) + Number.parseFloat(style.paddingLeft);
    const start = end?.x ?? (rtl ? right : left);
    const key = `${pattern}|${getComputedStyle(element, `::${text.pseudo}`).font}`;
    const one = patternWidths.get(key) ?? widthOf(pattern.repeat(20), element, text.pseudo) / 20;
    patternWidths.set(key, one);
    const taken = widthOf(plain(text.content) + plain(rest), element, text.pseudo);
    // A pixel less: paper has no fractions of a pixel, and what is too long goes to a line of its own.
    const room = (width: number) => width - taken - 1;
    let free = room(rtl ? start - left : right - start);
    const alone = free < one;
    lines += alone ? 1 : 0;
    if (alone) free = room(right - left);
    const count = one > 0 ? Math.max(1, Math.min(1_000, Math.floor(free / one))) : 1;
    const gap = Math.max(0, free - count * one);
    return () => {
      set(element, `--platen-lead-${text.pseudo}`, `${gap}px`);
      set(element, `--platen-made-${text.pseudo}`, `${text.content} ${quoted(pattern.repeat(count))} ${rest}`);
    };
  };
  for (const write of leaders.map(place)) write();
  probe.$remove();
  return lines;
}
