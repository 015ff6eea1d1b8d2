import { afterEach, beforeEach } from 'vitest';
import type { Database } from '../data/database.ts';
import { type AccountsService, emptyDatabase, startAccountsService } from './accounts.ts';

export const INVOICE = [
  'Mill & Sons Ltd',
  'Invoice No. 2030-17',
  'Date: 2030-01-12',
  'Description          Qty   Price   Amount',
  'Oak boards            4    25.00   100.00',
  'Subtotal                           100.00',
  'VAT 20 %                            20.00',
  'Total EUR                          120.00',
].join('\n');
export const RECEIPT =
  'CORNER CAFE\n12 Jan 2030\nTea        2.50\nCake       4.00\nTOTAL      6.50\nCASH 10.00\nCHANGE 3.50';
export const STATEMENT = [
  'Harbour Bank   Account number 1234567',
  'Date        Description     Amount   Balance',
  '            Opening balance            10.00',
  '2030-01-02  Rent             -4.00      6.00',
  '2030-01-03  Wages            20.00     26.00',
  '            Closing balance            26.00',
].join('\n');

/** The instant at which the clock of such a service stands, in milliseconds. */
export const START = Date.UTC(2030, 0, 12, 9);

type AskOptions = NonNullable<Parameters<AccountsService['ask']>[2]>;

/** A service of one test, for its document analysis. */
export interface AnalysisService {
  readonly database: Database;
  readonly service: AccountsService;
  /** What the clock shows; may be set. */
  time: number;
  start(options?: Parameters<typeof startAccountsService>[1]): Promise<void>;
  choose(plan: string): Promise<unknown>;
  ask(type: string, body: object, options?: Omit<AskOptions, 'body'>): ReturnType<AccountsService['ask']>;
  usage(key?: string): Promise<Record<string, unknown>>;
  /** Uses operations without analyzing anything. */
  use(operations: number): Promise<void>;
  /** Charges by pool, without what was granted. */
  ledger(): Promise<{ readonly rows: readonly string[] }>;
}

/** Gives each test of a `describe` a service that it starts by `start()`, and an empty database after it. */
export function analysisService(opened: () => Database): AnalysisService {
  let service: AccountsService;
  const tested: AnalysisService = {
    time: START,
    get database() {
      return opened();
    },
    get service() {
      return service;
    },
    start: async (options = {}) => {
      service = await startAccountsService(opened(), { clock: { now: () => tested.time }, ...options });
    },
    choose: (plan) =>
      service.credits.agreements.begin(
        { organisationId: service.accounts.organisationId, actor: 'operator' },
        { plan, billing: 'month', trial: false },
      ),
    ask: (type, body, options = {}) => service.ask('POST', `/api/pdf/${type}`, { body, ...options }),
    usage: async (key) => (await service.ask('GET', '/api/user/ai-usage', { key })).body.usage,
    use: async (operations) => {
      const organisationId = service.accounts.organisationId;
      const caller = { kind: 'person', id: 'usr_x', organisationId, role: 'owner' } as const;
      const cost = { ai_operations: operations };
      await service.credits.metering.metered({
        caller,
        declared: cost,
        run: async () => ({ value: undefined, cost, facts: { format: 'summarize' } }),
      });
    },
    ledger: async () => {
      const rows = await opened()
        .system.selectFrom('credit_ledger')
        .select(['pool', 'amount'])
        .where('kind', '<>', 'grant')
        .orderBy('pool')
        .orderBy('amount')
        .execute();
      return { rows: rows.map(({ pool, amount }) => `${pool} ${amount}`) };
    },
  };
  beforeEach(() => {
    tested.time = START;
  });
  afterEach(async () => {
    await service?.close();
    await emptyDatabase(opened());
  });
  return tested;
}
