/** Characters of one page where the text does not tell its pages apart. */
const PAGE = 3_000;

/** Pages of a bank statement: those that form feeds separate, else one for each started 3,000 characters. */
export function bankPagesOf(text: string): number {
  const pages = text.split('\f').filter((page) => /\S/.test(page)).length;
  return pages > 1 ? pages : Math.max(1, Math.ceil(text.length / PAGE));
}
