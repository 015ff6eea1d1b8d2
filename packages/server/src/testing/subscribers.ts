import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { subscriptionAnswer } from '../billing/schema.ts';
import type { Database } from '../data/database.ts';
import { type AccountsService, addOrganisation, emptyDatabase, startAccountsService } from './accounts.ts';

/** Seconds. */
export const DAY = 86_400;
const START = Date.UTC(2030, 0, 31, 12);
export const HELLO = { source: { html: '<p>Hello' } };
/** A test card that can be kept, and is not charged. */
export const FAILS_LATER = '4000000000000341';

/** Without taxes for customers of the United States but New York. */
const SELLER = {
  name: 'Seller GmbH',
  address: ['Allee 1', '10115 Berlin'],
  country: 'DE',
  taxId: 'DE136695976',
  taxes: [
    { country: 'DE', name: 'VAT', percent: 19 },
    { country: 'US', region: 'NY', name: 'Sales tax', percent: 8.875 },
  ],
};
export const IN_TEXAS = {
  name: 'Customer',
  line1: '1 Main St',
  city: 'Austin',
  region: 'TX',
  postal_code: '73301',
  country: 'US',
};
export const IN_GERMANY = { name: 'Kundin AG', line1: 'Weg 2', city: 'Bonn', postal_code: '53111', country: 'DE' };

let cards = 0;
/** A test card that works, and that no other test has. */
export function newCard(): string {
  cards += 1;
  const digits = `424242${String(cards).padStart(9, '0')}`;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits + ((10 - (sum % 10)) % 10);
}

/** A service that bills, with test cards, and its customers, for the tests of one file. */
export function useSubscribers(opened: () => Database) {
  const folder = mkdtempSync(join(tmpdir(), 'platen-seller-'));
  let service: AccountsService | undefined;
  const running = (): AccountsService => {
    if (!service) throw new Error('the service is not started');
    return service;
  };
  beforeAll(async () => {
    const sellerFile = join(folder, 'seller.json');
    writeFileSync(sellerFile, JSON.stringify(SELLER));
    service = await startAccountsService(opened(), {
      clock: { now: () => START },
      creditsConfig: { billing: 'test' },
      billingConfig: { sellerFile },
    });
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await service?.close();
    await emptyDatabase(opened());
  });

  /** An organisation with a key, and its requests. @param details null: nobody said who is billed */
  const customer = async (details: object | null = IN_TEXAS) => {
    const id = await addOrganisation(opened(), 'Customer');
    const { secret: key } = await running().makeKey({ organisationId: id });
    const send = (method: string, path: string, body?: object) =>
      running().ask(method, path, { key, ...(body ? { body } : {}) });
    const ask = async (method: string, path: string, body?: object) => {
      const answer = await send(method, path, body);
      if (answer.status !== 200) return answer.body.error_code;
      return answer.body.subscription ? subscriptionAnswer.parse(answer.body).subscription : answer.body;
    };
    const bill = (over: object) => ask('PUT', '/v1/billing/details', over);
    if (details) await bill(details);
    return {
      bill,
      id,
      ask,
      /** A request with its status and headers. */
      send,
      key,
      begin: (over: object = {}) =>
        ask('POST', '/v1/billing/subscription', { plan: 'starter', card: newCard(), ...over }),
      change: (body: object) => ask('PATCH', '/v1/billing/subscription', body),
      cancel: () => ask('POST', '/v1/billing/subscription/cancel'),
      look: () => ask('GET', '/v1/billing/subscription'),
      days: (days: number) => ask('POST', '/v1/billing/test/clock', { advance_seconds: days * DAY }),
      converts: async () => (await running().ask('POST', '/v1/convert/pdf', { key, body: HELLO })).status,
      /** Uses credits without rendering. */
      use: async (credits: number) => {
        const caller = { kind: 'person', id: 'usr_x', organisationId: id } as const;
        await running().credits.metering.metered({
          caller,
          declared: { credits: 1 },
          run: async () => ({ value: 1, cost: { credits } }),
        });
      },
      charged: async () => {
        const rows = await opened()
          .system.selectFrom('billing_test_charges')
          .select(['amount_cents', 'succeeded'])
          .where('organisation_id', '=', id)
          .execute();
        return rows.filter(({ succeeded }) => succeeded).map(({ amount_cents: cents }) => cents);
      },
    };
  };
  return {
    customer,
    get service() {
      return running();
    },
  };
}
