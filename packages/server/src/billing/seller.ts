import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError } from '../config/error.ts';
import { isCountry } from './countries.ts';

/** Who bills, and the taxes that go on top of the prices. */
export interface Seller {
  readonly name: string;
  /** Lines of the address, as they are printed. */
  readonly address: readonly string[];
  /** ISO 3166-1 alpha-2. */
  readonly country?: string;
  readonly taxId?: string;
  /** Empty: no tax is added. */
  readonly taxes: readonly TaxRule[];
}

/** What is added for customers of a country, or of a part of it. */
export interface TaxRule {
  readonly country: string;
  /** Part of the country, as customers give it: NY. */
  readonly region?: string;
  readonly name: string;
  readonly percent: number;
}

/** Without a file of the operator's. */
const UNKNOWN: Seller = { name: 'Platen', address: [], taxes: [] };

const line = z.string().min(1).max(200);
const country = z.string().refine(isCountry, 'must be a country of ISO 3166-1, such as DE');

/** Parts of a whole in one percent: rates have four decimals at most. */
export const PARTS_A_PERCENT = 10_000;

const rule = z.strictObject({
  country,
  region: z.string().min(1).max(100).optional(),
  name: z.string().min(1).max(50),
  percent: z
    .number()
    .min(0)
    .max(100)
    .refine((percent) => Number(percent.toFixed(4)) === percent, 'must have four decimals at most'),
});

const placeOf = ({ country: where, region = '' }: z.infer<typeof rule>): string => `${where}-${region}`;

const file = z
  .strictObject({
    name: line,
    address: z.array(line).max(6).default([]),
    country: country.optional(),
    taxId: z.string().min(1).max(50).optional(),
    taxes: z
      .array(rule)
      .max(1_000)
      .refine((rules) => new Set(rules.map(placeOf)).size === rules.length, 'must name each place once')
      .default([]),
  })
  .refine(({ taxes, country: home }) => taxes.length === 0 || home !== undefined, {
    path: ['country'],
    message: 'must be there: who is taxed how depends on it',
  });

/**
 * Who bills, from a JSON file of the operator's.
 * @throws ConfigError with the first fault
 */
export function readSeller(path: string | undefined): Seller {
  if (path === undefined) return UNKNOWN;
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new ConfigError('PLATEN_SELLER', 'use the path of a JSON file that can be read');
  }
  const parsed = file.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ConfigError('PLATEN_SELLER', `in the file, /${issue?.path.join('/')}: ${issue?.message}`);
}
