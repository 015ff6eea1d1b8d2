import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readCatalogue } from './catalogue.ts';
import { CATALOGUE } from './plans.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'platen-plans-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (content: unknown) => {
  const file = path.join(folder, 'plans.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readCatalogue(file);
};
const TEAM = {
  name: 'team',
  title: 'Team',
  price: 50_000_000,
  credits: 10_000,
  overagePrice: 5_000,
  aiOperations: 100,
  bankPages: 500,
  requestsPerMinute: 600,
  concurrentRequests: 20,
};

it('is ours without a file, and the operator’s with one', () => {
  expect(readCatalogue(undefined)).toBe(CATALOGUE);
  expect(read({ plans: [TEAM] })).toEqual({
    plans: [{ ...TEAM, businessAssociateAgreement: false }],
    trial: CATALOGUE.trial,
    selfHosted: CATALOGUE.selfHosted,
  });
  expect(read({ plans: [], selfHosted: { aiOperations: 7, bankPages: 3 } }).selfHosted.aiOperations).toBe(7);
});

it.each([
  ['{', 'PLATEN_PLANS: use the path of a JSON file that can be read'],
  [{ plans: [TEAM, TEAM] }, 'PLATEN_PLANS: in the file, /plans: must have names of their own'],
  [{ plans: [{ ...TEAM, price: 0.5 }] }, 'PLATEN_PLANS: in the file, /plans/0/price'],
  [{ plans: [{ ...TEAM, credits: -1 }] }, 'PLATEN_PLANS: in the file, /plans/0/credits'],
  [{ plans: [{ ...TEAM, name: 'A plan' }] }, 'PLATEN_PLANS: in the file, /plans/0/name'],
])('refuses a file that says nothing sensible: %j', (content, message) => {
  expect(() => read(content)).toThrow(message);
});
