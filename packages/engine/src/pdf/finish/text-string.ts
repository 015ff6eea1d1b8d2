import { Text } from './value.ts';

/**
 * A text string (ISO 32000-1, 7.9.2.2): plain where PDFDocEncoding and ASCII agree, UTF-16BE with its byte order mark
 * otherwise.
 */
export function textString(text: string): Text {
  if (/^[\x20-\x7e]*$/.test(text)) return new Text(Buffer.from(text, 'latin1'));
  return new Text(Buffer.from(`\ufeff${text.toWellFormed()}`, 'utf16le').swap16());
}
