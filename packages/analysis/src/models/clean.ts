/** What a text from a model must not contain: controls, bidirectional overrides, invisible marks, halves of pairs. */
const UNWANTED =
  /(?![\t\n])\p{Cc}|[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** A model's text without them; line ends become `\n`. */
export function cleanModelText(text: string): string {
  return text.replace(/\r\n?/g, '\n').toWellFormed().replace(UNWANTED, '');
}
