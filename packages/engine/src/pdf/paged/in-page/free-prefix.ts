/**
 * Runs in the page. Elements are given ids whose places the PDF tells by them: an element of the document that has the same
 * one would be taken for it. The same document gets the same ones, for they stand in its PDF.
 * @returns how ids may begin, with a `-` behind it, that no element of the document has
 */
export function freePrefix(): string {
  const taken = new Set<string>();
  for (const element of document.querySelectorAll('[id^="platen" i],[name^="platen" i]')) {
    for (const name of [element.$id, element.$getAttribute('name') ?? '']) {
      const prefix = /^platen\d*(?=-)/i.exec(name)?.[0];
      if (prefix !== undefined) taken.add(prefix.toLowerCase());
    }
  }
  let prefix = 'platen';
  for (let number = 1; taken.has(prefix); number += 1) prefix = `platen${number}`;
  return prefix;
}
