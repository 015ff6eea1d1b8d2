/**
 * Elements that run nothing, show no other document, and look the same whether script is on or off (`noscript`, `canvas`, `video` and others do not).
 * Those of HTML, then those of drawings in lower case.
 */
const ELEMENTS: ReadonlySet<string> = new Set(
  `html head title meta style body header footer main section article aside nav address hgroup div p h1 h2 h3 h4 h5 h6 hr br wbr pre blockquote
  figure figcaption ul ol li dl dt dd menu table caption colgroup col thead tbody tfoot tr th td a abbr b bdi bdo big center cite code data del dfn em font i
  ins kbd mark q rp rt ruby s samp small span strike strong sub sup time tt u var img picture
  svg g defs desc symbol use path rect circle ellipse line polyline polygon text tspan textpath lineargradient radialgradient stop clippath mask
  pattern marker filter fegaussianblur feoffset feblend feflood fecomposite femerge femergenode fecolormatrix fedropshadow`.split(
    /\s+/,
  ),
);
/** The name of a tag, as HTML reads it (HTML, 13.2.5.8): up to a space, a slash or the end of the tag. */
const TAG = /<([a-z][^\t\n\f\r />]*)/gi;
/** Letters of CSS that are written as escapes (CSS Syntax, 4.3.7): a word with them would not be found. */
const ESCAPED = /\\(?:0{0,4}(?:[46][1-9a-f]|[57][\da])(?![\da-f])|[g-z])/i;
/** Handlers, and words that make the document act, or look at whether script is on. */
const ACTS = /\bon[a-z]+\s*=|javascript:|\blazy\b|scripting|view-transition/i;
/** What a `meta` may say in place of a header: nothing but how the text is read. */
const SAYS = /http-equiv(?!="?(?:content-type|x-ua-compatible|content-language)\b)/i;

/**
 * Whether HTML can only be shown: no script, no other document in it, nothing that acts. Every start tag stands in the text as it is, so that a text in which
 * all that looks like one is harmless has no other; who writes `<b` in a comment is taken at his word.
 */
export function isStatic(html: string): boolean {
  if (ACTS.test(html) || SAYS.test(html) || ESCAPED.test(html)) return false;
  for (const [, name = ''] of html.matchAll(TAG)) if (!ELEMENTS.has(name.toLowerCase())) return false;
  return true;
}
