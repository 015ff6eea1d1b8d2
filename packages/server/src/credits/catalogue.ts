import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError } from '../config/error.ts';
import { CATALOGUE, type Catalogue } from './plans.ts';

/** Money and counts stay whole in JavaScript and in the database. */
const most = 1_000_000_000_000;
const count = z.int().min(0).max(most);
const allowance = { aiOperations: count, bankPages: count };

const plan = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,49}$/, 'must be lower-case letters, digits and "-"'),
  title: z.string().min(1).max(100),
  price: count,
  credits: count,
  overagePrice: count,
  ...allowance,
  requestsPerMinute: z.int().min(0).max(1_000_000),
  concurrentRequests: z.int().min(0).max(10_000),
  businessAssociateAgreement: z.boolean().default(false),
});

const file = z.strictObject({
  plans: z
    .array(plan)
    .max(100)
    .refine((plans) => new Set(plans.map(({ name }) => name)).size === plans.length, 'must have names of their own'),
  trial: z.strictObject({ days: z.int().min(1).max(365), ...allowance }).default(CATALOGUE.trial),
  selfHosted: z.strictObject(allowance).default(CATALOGUE.selfHosted),
});

/**
 * The plans in a JSON file of the operator's, instead of ours.
 * @throws ConfigError with the first fault
 */
export function readCatalogue(path: string | undefined): Catalogue {
  if (path === undefined) return CATALOGUE;
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new ConfigError('PLATEN_PLANS', 'use the path of a JSON file that can be read');
  }
  const parsed = file.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ConfigError('PLATEN_PLANS', `in the file, /${issue?.path.join('/')}: ${issue?.message}`);
}
