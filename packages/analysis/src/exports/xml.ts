/** Elements of XML: a name with attributes, and a text or elements within. */

type Inner = string | number | readonly (string | null)[];

/** One element; null inside a list is left out. */
export function element(name: string, inner: Inner, attributes: Readonly<Record<string, string>> = {}): string {
  const marks = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escaped(value).replaceAll('"', '&quot;')}"`,
  );
  const body = Array.isArray(inner) ? inner.filter((one) => one !== null).join('') : escaped(String(inner));
  return `<${name}${marks.join('')}>${body}</${name}>`;
}

/** Markup as characters, but for quotes, which OFX has no name for; what XML 1.0 cannot have is left out. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
}
