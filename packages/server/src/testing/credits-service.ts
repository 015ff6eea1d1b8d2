import { afterEach, beforeEach } from 'vitest';
import type { Database } from '../data/database.ts';
import { type AccountsService, type Answer, emptyDatabase, startAccountsService } from './accounts.ts';
import { engineDouble, result } from './engine-double.ts';

export const HELLO = { source: { html: '<p>Hello' } };
export const START = Date.UTC(2030, 0, 31, 12);

export interface CreditsService {
  readonly service: AccountsService;
  /** What its clock shows; {@link START} when a test begins. */
  time: number;
  /** Starts it. @returns an operator of its organisation */
  start(
    options?: Parameters<typeof startAccountsService>[1],
  ): Promise<{ readonly organisationId: string; readonly actor: string }>;
  /** Begins a plan. */
  choose(plan: string, over?: { billing?: 'month' | 'year'; trial?: boolean }): Promise<unknown>;
  convert(body?: object, key?: string): Promise<Answer>;
  /** Credits, as the account shows them. */
  credits(): Promise<Answer['body']>;
  /** Uses credits without rendering. */
  use(units: number): Promise<void>;
}

/** A service of each test that counts credits by a clock of its own. */
export function useCredits(opened: () => Database): CreditsService {
  let service: AccountsService | undefined;
  const tested: CreditsService = {
    get service() {
      if (!service) throw new Error('the service is not started');
      return service;
    },
    time: START,
    async start(options = {}) {
      service = await startAccountsService(opened(), { clock: { now: () => tested.time }, ...options });
      return { organisationId: service.accounts.organisationId, actor: 'operator' };
    },
    choose: (plan, over = {}) =>
      tested.service.credits.agreements.begin(
        { organisationId: tested.service.accounts.organisationId, actor: 'operator' },
        { plan, billing: 'month', trial: false, ...over },
      ),
    convert: (body = HELLO, key) => tested.service.ask('POST', '/v1/convert/pdf', { body, key }),
    credits: async () => (await tested.service.ask('GET', '/v1/account')).body.credits,
    async use(units) {
      const { credits, accounts } = tested.service;
      const { organisationId } = accounts;
      await credits.metering.metered({
        caller: { kind: 'person', id: 'usr_x', organisationId },
        declared: { credits: 1 },
        run: async () => ({ value: 1, cost: { credits: units } }),
      });
    },
  };
  beforeEach(() => {
    tested.time = START;
  });
  afterEach(async () => {
    await service?.close();
    service = undefined;
    await emptyDatabase(opened());
  });
  return tested;
}

/** An engine whose results have so many bytes. */
export const sized = (...sizes: number[]) =>
  engineDouble(async () => result({ bytes: Buffer.alloc(sizes.length > 1 ? (sizes.shift() ?? 0) : (sizes[0] ?? 0)) }));
