/** Elements whose content is no text to read. */
const SILENT = /^<(script|style|template|svg|title)(?=[\s/>])/i;

/** Characters of text in HTML, about: markup, comments, scripts, style sheets and the space between words left out. */
export function sentText(html: string): number {
  const lower = html.toLowerCase();
  let length = 0;
  let from = 0;
  while (from < html.length) {
    const open = html.indexOf('<', from);
    const text = html.slice(from, open < 0 ? undefined : open);
    length += text.replace(/\s+/g, ' ').trim().length;
    if (open < 0) break;
    from = endOfMarkup(lower, open);
  }
  return length;
}

/** Where markup ends that begins at `open`; what is not closed goes on to the end. */
function endOfMarkup(lower: string, open: number): number {
  const after = (mark: string, start: number): number => {
    const found = lower.indexOf(mark, start);
    return found < 0 ? lower.length : found + mark.length;
  };
  if (lower.startsWith('<!--', open)) return after('-->', open + 4);
  const silent = SILENT.exec(lower.slice(open, open + 12))?.[1];
  return silent === undefined ? after('>', open) : after('>', after(`</${silent}`, open));
}
