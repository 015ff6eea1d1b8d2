import type { Line } from '../text/source.ts';
import { condensed } from '../text/words.ts';
import { type Found, onLine } from './document.ts';

/** Who sent a mail first, as its head says. */

/** `From: Sklep Bielinek <sklep@bielinek.example>` */
const SENDER =
  /^[\s>*]{0,9}(?:from|von|de|da|van|från|fra|od)\s{0,2}:\s{0,3}"?([^"<\n]{3,60}?)"?\s{0,3}<[^@\s<>]{1,64}@([^\s<>]{3,80})>/i;

/** The last sender of the head, whose mail was passed on; a name that its address does not hold is a person's. */
export function mailSender(lines: readonly Line[]): Found<string> | null {
  for (const line of lines.toReversed()) {
    const [, name = '', domain = ''] = SENDER.exec(line.text) ?? [];
    const own = condensed(domain.split('.')[0] ?? '');
    if (name === '') continue;
    return own.length >= 4 && condensed(name).includes(own) ? placed(line, name.trim()) : null;
  }
  return null;
}

function placed(line: Line, name: string): Found<string> {
  const start = line.text.indexOf(name);
  return { value: name, span: onLine(line, { start, end: start + name.length }) };
}
