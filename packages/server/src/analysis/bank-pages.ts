/** Characters of one page where nothing in the text separates its pages. */
const PAGE = 3_000;
/** Most characters of a page that form feeds set apart, with the spaces of its layout: more than paper has. */
const FULLEST = 15_000;

/** Pages of a bank statement: those that form feeds separate, else one for each started 3,000 characters. */
export function bankPagesOf(text: string): number {
  const pages = text.split('\f').filter((page) => /\S/.test(page));
  if (pages.length < 2) return Math.max(1, Math.ceil(text.length / PAGE));
  return pages.reduce((sum, page) => sum + Math.ceil(page.length / FULLEST), 0);
}
