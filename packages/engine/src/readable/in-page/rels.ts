/**
 * What the links of the page are said to be (HTML, section 4.6.7), by their absolute address: whether they are advised
 * against, paid for, or lead to the author, a tag and the like. Runs in the page.
 */
export function readRels(): Record<string, string> {
  const REPORTED = ['nofollow', 'ugc', 'sponsored', 'author', 'license', 'tag', 'me', 'next', 'prev'];
  const MOST = 2_000;
  const rels: Record<string, string> = {};
  const selector = REPORTED.map((rel) => `a[href][rel~="${rel}" i]`).join();
  let count = 0;
  for (const link of document.querySelectorAll<HTMLAnchorElement>(selector)) {
    count += 1;
    if (count > MOST) break;
    const words = link.rel.toLowerCase().split(/\s+/);
    rels[link.href] ??= REPORTED.filter((rel) => words.includes(rel)).join(' ');
  }
  return rels;
}
