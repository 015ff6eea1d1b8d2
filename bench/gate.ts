import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createGate } from '../packages/server/src/access/gate.ts';
import { KeyLimits } from '../packages/server/src/access/key-limits.ts';
import { SharedLimitStore } from '../packages/server/src/access/shared-limit-store.ts';
import { SharedLimits } from '../packages/server/src/access/shared-limits.ts';
import { type Database, openDatabase } from '../packages/server/src/data/database.ts';
import type { Endpoint } from '../packages/server/src/http/endpoint.ts';
import { Lifecycle } from '../packages/server/src/http/lifecycle.ts';
import { HTTP_LIMITS } from '../packages/server/src/http/limits.ts';
import { createHttpServer } from '../packages/server/src/http/server.ts';
import type { Log } from '../packages/server/src/log/log.ts';
import { type Accounts, openAccounts } from '../packages/server/src/service/accounts.ts';
import { ENDPOINTS } from '../packages/server/src/service/endpoints.ts';
import { startPostgres } from '../packages/server/src/testing/postgres.ts';
import { median } from './measure.ts';

/** What the gate adds to a request, in milliseconds; medians. */
export interface GateResult {
  readonly database: Database['kind'];
  /** With a key that is remembered. */
  readonly known: number;
  /** With a key that has to be looked up. */
  readonly lookedUp: number;
}

const ROUNDS = 9;
const REQUESTS = 200;
const clock = { now: () => performance.timeOrigin + performance.now() };
const log: Log = { event: () => {}, close: () => {} };

/** What the gate asks: who may ask for it. */
const ENDPOINT = ENDPOINTS.find(({ path: at }) => at === '/v1/convert/pdf') as Endpoint;

type App = ReturnType<typeof createHttpServer>;
const server = (): App =>
  createHttpServer({
    limits: HTTP_LIMITS,
    lifecycle: new Lifecycle(),
    log,
    idleConnections: 256,
    isProxy: () => false,
  });

/** Compares a route behind the gate with the same route without, on each database. */
export async function measureGate(): Promise<readonly GateResult[]> {
  const postgres = await startPostgres();
  try {
    return [await measureOn(), await measureOn(postgres.url)];
  } finally {
    await postgres.stop();
  }
}

async function measureOn(databaseUrl?: string): Promise<GateResult> {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'platen-gate-'));
  const database = await openDatabase({ dataFolder, databaseConnections: 4, databaseUrl });
  const secrets = { pepper: randomBytes(32), auditKey: randomBytes(32) };
  const accounts = await openAccounts({ database, secrets, dataFolder, clock, log });
  const [open, gated] = [server(), server()];
  try {
    gateOf(gated, accounts);
    for (const app of [open, gated]) app.post('/v1/convert/pdf', { config: { endpoint: ENDPOINT } }, async () => 'ok');
    const key = accounts.freshKey ?? '';
    const [floorPort, gatePort] = [await listen(open), await listen(gated)];
    const known: number[] = [];
    const lookedUp: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const floor = await time(floorPort, key);
      known.push((await time(gatePort, key)) - floor);
      lookedUp.push((await time(gatePort, key, () => accounts.finder.forget())) - floor);
    }
    return { database: database.kind, known: median(known), lookedUp: median(lookedUp) };
  } finally {
    await Promise.all([open.close(), gated.close()]);
    await accounts.close();
    await database.close();
    rmSync(dataFolder, { recursive: true });
  }
}

function gateOf(app: App, { database, finder, locks, denials, lastUse, requests }: Accounts): void {
  const store = new SharedLimitStore({ database, holder: 'bench' });
  const shared = database.kind === 'postgresql' ? new SharedLimits({ store, clock }) : undefined;
  if (shared) app.addHook('onClose', () => shared.close());
  const config = { rateLimit: 1_000_000, concurrencyPerKey: 50 };
  const limits = new KeyLimits({ config, clock, ...(shared && { shared }) });
  requests.follow(app);
  app.addHook(
    'onRequest',
    createGate({ keys: finder, locks, limits, log, allowHttp: false, reach: {}, clock, denials, lastUse }),
  );
}

async function listen(app: App): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/** Milliseconds of one request over a connection that stays open, on average over many. */
async function time(port: number, key: string, before: () => void = () => {}): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  try {
    await ask(agent, port, key);
    const start = performance.now();
    for (let at = 0; at < REQUESTS; at += 1) {
      before();
      await ask(agent, port, key);
    }
    return (performance.now() - start) / REQUESTS;
  } finally {
    agent.destroy();
  }
}

async function ask(agent: http.Agent, port: number, key: string): Promise<void> {
  const request = http.request({
    agent,
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/v1/convert/pdf',
    headers: { authorization: `Bearer ${key}` },
  });
  request.end();
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  await buffer(answer);
  if (answer.statusCode !== 200) throw new Error(`The gate answered ${answer.statusCode}.`);
}
