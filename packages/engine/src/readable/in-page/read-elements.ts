import type { Selected } from './selection.ts';

/** An element of the page. The names are those of the JSON answer. */
export interface FoundElement {
  readonly tag: string;
  /** What a person can read in it; of an element that is no HTML, all its text. */
  readonly text: string;
  /** HTML inside of it. */
  readonly html: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Its box in the document, in CSS pixels. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface FoundElements {
  readonly selector: string;
  /** How many there are; more than `elements` has when they are more than an answer holds. */
  readonly count: number;
  readonly elements: readonly FoundElement[];
}

export type ElementsResult = { readonly found: readonly FoundElements[] } | { readonly unreadable: number };

export interface ElementsParts {
  selectElements(selectors: readonly string[]): Selected;
}

/**
 * What the elements are that match selectors, in the order of the document, as JSON of an `ElementsResult`. Runs in the
 * page.
 * @param limits.each elements of a selector
 * @param limits.characters of texts, HTML and attributes of all
 */
export function readElements(
  parts: ElementsParts,
  selectors: readonly string[],
  limits: { readonly each: number; readonly characters: number },
): string {
  let left = limits.characters;
  const rounded = (value: number): number => Math.round(value * 100) / 100;

  const read = (element: Element): FoundElement => {
    const box = element.$getBoundingClientRect();
    const attributes: Record<string, string> = {};
    for (const { name, value } of element.$attributes) attributes[name] = value;
    return {
      tag: element.$localName,
      // Not `$textContent`: what is hidden does not count.
      text: ('$innerText' in element ? String(element.$innerText) : (element.$textContent ?? '')).trim(),
      html: element.$innerHTML,
      attributes,
      left: rounded(box.left + scrollX),
      top: rounded(box.top + scrollY),
      width: rounded(box.width),
      height: rounded(box.height),
    };
  };

  const found: FoundElements[] = [];
  for (const [index, selector] of selectors.entries()) {
    const selected = parts.selectElements([selector]);
    if ('unreadable' in selected) return JSON.stringify({ unreadable: index });
    const elements: FoundElement[] = [];
    for (const element of selected.elements) {
      if (elements.length >= limits.each || left <= 0) break;
      const entry = read(element);
      left -= JSON.stringify(entry).length;
      if (left >= 0) elements.push(entry);
    }
    found.push({ selector, count: selected.elements.size, elements });
  }
  return JSON.stringify({ found } satisfies ElementsResult);
}
