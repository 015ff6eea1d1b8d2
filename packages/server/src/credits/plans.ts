import type { Plan } from '../data/schema/plan.ts';

/** Micro-USD in one US dollar, and in one cent. */
export const USD = 1_000_000;
export const CENT = USD / 100;

/** Whatever has no plan of its own: an instance without billing, and the days of a trial. */
export interface Allowance {
  readonly aiOperations: number;
  readonly bankPages: number;
}

export interface Catalogue {
  readonly plans: readonly Plan[];
  /** The credits of a trial are those of the plan that was chosen. */
  readonly trial: Allowance & { readonly days: number };
  /** Credits have no limit there. */
  readonly selfHosted: Allowance;
}

/** A year is paid at once, and costs as much as this many months. */
export const MONTHS_PAID_A_YEAR = 10;

const BANK_PAGES_AN_OPERATION = 5;

type Row = readonly [
  name: string,
  title: string,
  dollars: number,
  credits: number,
  overagePrice: number,
  aiOperations: number,
];

/** US dollars, credits and AI operations a month; micro-USD of one more credit. */
const ROWS: readonly Row[] = [
  ['starter', 'Starter', 9, 500, 40_000, 100],
  ['boost', 'Boost', 24, 2_500, 30_000, 500],
  ['growth', 'Growth', 39, 5_000, 25_000, 750],
  ['business', 'Business', 99, 25_000, 20_000, 1_000],
  ['scale-50k', 'Scale 50k', 149, 50_000, 15_000, 5_000],
  ['scale-100k', 'Scale 100k', 249, 100_000, 10_000, 10_000],
  ['scale-250k', 'Scale 250k', 499, 250_000, 5_000, 25_000],
  ['scale-500k', 'Scale 500k', 799, 500_000, 3_000, 50_000],
  ['scale-1m', 'Scale 1M', 999, 1_000_000, 1_000, 100_000],
];
const FIRST_WITH_AGREEMENT = 'business';

const allowance = (aiOperations: number): Allowance => ({
  aiOperations,
  bankPages: BANK_PAGES_AN_OPERATION * aiOperations,
});

export const CATALOGUE: Catalogue = {
  plans: ROWS.map(([name, title, dollars, credits, overagePrice, aiOperations], index) => ({
    name,
    title,
    price: dollars * USD,
    credits,
    overagePrice,
    ...allowance(aiOperations),
    requestsPerMinute: 250,
    concurrentRequests: 50,
    businessAssociateAgreement: index >= ROWS.findIndex(([first]) => first === FIRST_WITH_AGREEMENT),
  })),
  trial: { days: 7, ...allowance(50) },
  selfHosted: allowance(1_000_000),
};
