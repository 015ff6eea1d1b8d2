/** What Chromium drops of paged media, and what of it is ours. */
const OURS =
  /string-set|string\(|(?<![\w-])(?:-(?:ah|ro|weasy)|-?prince)-|cmyk\(|static\(|flow\(|@(?:top|bottom|left|right)\s*\{|running\(|element\(|target-(?:counter|text)|leader\(|footnote|recto|verso|(?:break-(?:before|after)\s*:\s*(?:left|right))|:\s*(?:blank|nth|last)\b[^{}]{0,80}\{|bookmark-|marks\s*:|bleed\s*:|float-reference|flow-into|flow-from|copy-into|counter-reset\s*:[^;{}]{0,200}\bpage\b|counters?\(\s*pages?\b|hyphens\s*:\s*auto/;

const WIDE = 'inherit|initial|unset|revert';
/** Matches in one way only: each of several would double the time of a block that has another end. */
const NUMBER = '(?:\\d{1,4}(?:\\.\\d{1,6})?|\\.\\d{1,6})';
/** Values that every Chromium takes: of what has others, Chromium is asked. */
const PLAIN = {
  break: `auto|avoid|page|column|avoid-page|avoid-column|${WIDE}|var\\(`,
  pageBreak: `auto|always|avoid|${WIDE}|var\\(`,
  lines: `[1-9]\\d{0,3}\\s*(?:!|;|\\}|["']|$)|${WIDE}|var\\(`,
  size: `a[345]|b[45]|letter|legal|ledger|portrait|landscape|auto|${NUMBER}(?:px|pt|pc|in|cm|mm)`,
  margin: `0|auto|${NUMBER}(?:px|pt|pc|in|cm|mm|em|rem)|\\d{1,2}%`,
};
/** Rules that say nothing but size and margins of pages. */
const PLAIN_PAGE = `\\s{0,9}(?:[\\w-]{1,40})?(?:\\s?:(?:first|left|right))?\\s{0,9}\\{(?:\\s{0,99}(?:size\\s{0,9}:(?:\\s{0,9}(?:${PLAIN.size})(?![\\w.%])){1,3}|margin(?:-(?:top|right|bottom|left))?\\s{0,9}:(?:\\s{0,9}(?:${PLAIN.margin})(?![\\w.%])){1,4})\\s{0,9}(?:;|(?=\\})))*\\s{0,99}\\}`;
const DOUBTFUL = [
  `(?<![\\w-])break-(?:before|after|inside)\\s{0,9}:(?!\\s*(?:${PLAIN.break}))`,
  `page-break-(?:before|after|inside)\\s{0,9}:(?!\\s*(?:${PLAIN.pageBreak}))`,
  `(?<![\\w-])(?:orphans|widows)\\s{0,9}:(?!\\s*(?:${PLAIN.lines}))`,
].join('|');

/** Whether what elements say may have anything of paged media in it that Chromium does not do, or does not take. */
export const PAGED_ELEMENTS: RegExp = new RegExp(`${OURS.source}|${DOUBTFUL}`, 'i');
/** Whether a style sheet may have. */
export const PAGED: RegExp = new RegExp(`${PAGED_ELEMENTS.source}|@page(?!${PLAIN_PAGE})`, 'i');
