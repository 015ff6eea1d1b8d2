import type { Page } from '../page/page.ts';
import type { LaidOver } from './finish/finish.ts';
import { pageNumbers, rangesOf } from './page-ranges.ts';
import { showMarginsOnly } from './paged/in-page/bleed.ts';
import { applyNthRules, hideMarginBoxes } from './paged/in-page/nth-rules.ts';
import { isNthPage, type NthPages, type NumberedPage } from './paged/nth-pages.ts';
import { type Print, type Printing, printOnce } from './print-once.ts';

/** Sets of rules that pages may differ by. */
const MOST_KINDS = 50;

/**
 * Prints the margin boxes of all pages by themselves: those that the same rules for numbered pages hold for at once.
 * @param numbered what is known of all pages of the document
 * @param tell says what is not done
 */
export async function printNth(
  page: Page,
  {
    rules,
    numbered,
    tell,
  }: { rules: readonly NthPages[]; numbered: readonly NumberedPage[]; tell: (what: string) => void },
  printed: Print,
  printing: Omit<Printing, 'headerFooter' | 'pageRanges'>,
): Promise<LaidOver[]> {
  const rulesOf = (number: number): string =>
    rules
      .flatMap((rule, index) => {
        const one = numbered[number - 1];
        return one && isNthPage(rule, one, numbered.length) ? [index] : [];
      })
      .join();
  const numbers = pageNumbers(printed.ranges, printed.pages);
  const kinds = Map.groupBy(numbers.keys(), (index) => rulesOf(numbers[index] as number));
  if (kinds.size > MOST_KINDS) tell(`more than ${MOST_KINDS} different pages by @page :nth()`);
  const plain = { ...printing.options, header: undefined, footer: undefined, tagged: false, outline: false };
  const layers: LaidOver[] = [];
  await page.call(hideMarginBoxes, false);
  await page.call(showMarginsOnly, true);
  try {
    for (const [kind, pages] of [...kinds].slice(0, MOST_KINDS)) {
      const held =
        kind === ''
          ? []
          : kind.split(',').map((index) => ({ index: Number(index), name: rules[Number(index)]?.name ?? '' }));
      await page.call(applyNthRules, held);
      const { bytes } = await printOnce(page, {
        ...printing,
        options: plain,
        headerFooter: { zoom: 1, hasAddress: false },
        pageRanges: rangesOf(pages.map((index) => (numbers[index] as number) - 1)),
      });
      layers.push({ pdf: bytes, pages });
    }
  } finally {
    await page.call(applyNthRules, []);
    await page.call(showMarginsOnly, false);
  }
  return layers;
}
