import { EngineError } from '@platen/engine';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../data/database.ts';
import { ENDPOINTS } from '../service/endpoints.ts';
import {
  type AccountsService,
  addOrganisation,
  dumpDatabase,
  emptyDatabase,
  startAccountsService,
} from '../testing/accounts.ts';
import { describeOnDatabases } from '../testing/database.ts';
import { type EngineDouble, engineDouble, result } from '../testing/engine-double.ts';
import { openTestIdempotencyKeys, passTime } from '../testing/idempotency.ts';
import { HELLO, KEY, startTestService } from '../testing/service.ts';
import { takesIdempotencyKey } from './endpoints.ts';
import type { IdempotencyKeys } from './keys.ts';

const PDF = '/v1/convert/pdf';
const IMAGE = '/v1/convert/image';

describeOnDatabases('Idempotency-Key', (opened) => {
  let database: Database;
  let keys: IdempotencyKeys;
  let service: AccountsService;
  let engine: EngineDouble;
  const start = async (
    convert?: Parameters<typeof engineDouble>[0],
    options: Parameters<typeof startAccountsService>[1] = {},
  ) => {
    let count = 0;
    const counted = async () => {
      count += 1;
      return result({ bytes: Buffer.from(`%PDF-1.7 ${count}`) });
    };
    engine = engineDouble(convert ?? counted);
    service = await startAccountsService(database, { engine, idempotencyKeys: keys, ...options });
  };
  beforeEach(async () => {
    database = opened();
    keys = await openTestIdempotencyKeys(database);
  });
  afterEach(async () => {
    await service.close();
    await keys.close();
    await emptyDatabase(database);
  });

  const post = (
    body: unknown = HELLO,
    { path = PDF, key = 'invoice-1', headers = {} as Record<string, string> } = {},
  ) => service.post(path, body, { 'idempotency-key': key, ...headers });
  const codeOf = async (response: Response) => [
    response.status,
    ((await response.json()) as { error_code: string }).error_code,
  ];
  const rows = () => database.system.selectFrom('idempotency_keys').selectAll().execute();
  /** Runs with the table away: whatever asks it is answered with a fault. */
  const withoutTable = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    await sql`alter table idempotency_keys rename to away`.execute(database.system);
    try {
      return await work();
    } finally {
      await sql`alter table away rename to idempotency_keys`.execute(database.system);
    }
  };
  /** Runs while no answer can be written: keys are claimed, and what was done for them is charged. */
  const withoutAnswers = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    await sql`alter table idempotency_keys add constraint unended check (status is null) not valid`.execute(
      database.system,
    );
    try {
      return await work();
    } finally {
      await sql`alter table idempotency_keys drop constraint unended`.execute(database.system);
    }
  };

  describe('sent again', () => {
    it('gets the same answer, and nothing is done', async () => {
      await start();
      const body = { ...HELLO, download_name: 'invoice ü.pdf' };
      const first = await post(body);
      const again = await post(body);
      expect([first.status, again.status, engine.asked.length]).toEqual([200, 200, 1]);
      expect(await again.bytes()).toEqual(await first.bytes());
      expect(first.headers.has('idempotency-replayed')).toBe(false);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      const own = [
        'date',
        'x-request-id',
        'idempotency-replayed',
        'ratelimit',
        'x-ratelimit-remaining',
        'x-credits-used',
      ];
      const described = ({ headers }: Response) => [...headers].filter(([name]) => !own.includes(name));
      expect(described(again)).toEqual(described(first));
      expect(described(first).map(([name]) => name)).toEqual(
        expect.arrayContaining(['content-digest', 'content-disposition', 'content-type', 'x-pages', 'x-warnings']),
      );
      expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    });

    it('is charged once', async () => {
      await start();
      const used = (answer: Response) => answer.headers.get('x-credits-used');
      expect([used(await post()), used(await post()), used(await post())]).toEqual(['1', '0', '0']);
      const captured = database.system.selectFrom('credit_ledger').select('amount').where('kind', '=', 'capture');
      expect(await captured.execute()).toEqual([{ amount: -1 }]);
    });

    it('is charged once, also when its process dies after it was charged and before it was answered', async () => {
      let times = 0;
      await start(async () => {
        times += 1;
        // So the charge is written, and the answer is not.
        if (times === 1) {
          await sql`alter table idempotency_keys add constraint unanswered check (status is null) not valid`.execute(
            database.system,
          );
        }
        return result();
      });
      await post();
      await sql`alter table idempotency_keys drop constraint unanswered`.execute(database.system);
      const ledger = async () => {
        const entries = database.system.selectFrom('credit_ledger').select('amount').where('kind', '<>', 'grant');
        return (await entries.orderBy('at').execute()).map(({ amount }) => amount);
      };
      expect(await ledger()).toEqual([-1]);
      await passTime(database, 31);
      const restarted = await openTestIdempotencyKeys(database);
      const other = await startAccountsService(database, { engine, idempotencyKeys: restarted });
      const again = await other.post(PDF, HELLO, { 'idempotency-key': 'invoice-1' });
      expect([again.status, again.headers.get('x-credits-used')]).toEqual([200, '1']);
      expect((await ledger()).sort()).toEqual([-1, -1, 1]);
      await other.close();
      await restarted.close();
    });

    it('is charged once, also when its process stood still and goes on after another has answered', async () => {
      let times = 0;
      let goOn = () => {};
      const stopped = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      await start(async () => {
        times += 1;
        if (times === 1) await stopped;
        return result();
      });
      const first = post();
      await expect.poll(() => times).toBe(1);
      await passTime(database, 31);
      const others = await openTestIdempotencyKeys(database);
      const other = await startAccountsService(database, { engine, idempotencyKeys: others });
      expect((await other.post(PDF, HELLO, { 'idempotency-key': 'invoice-1' })).status).toBe(200);
      goOn();
      expect(await codeOf(await first)).toEqual([409, 'idempotency_in_progress']);
      const entries = database.system.selectFrom('credit_ledger').select('amount').where('kind', '<>', 'grant');
      expect((await entries.execute()).map(({ amount }) => amount)).toEqual([-1]);
      const again = await post();
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
      await other.close();
      await others.close();
    });

    it.each([['text'], ['markdown'], ['image']])('gets the same %s', async (kind) => {
      await start(async () => result({ format: 'png', contentType: `kept/${kind}`, bytes: Buffer.from('ü\0') }));
      const path = `/v1/convert/${kind}`;
      const [first, again] = [await post(HELLO, { path }), await post(HELLO, { path })];
      expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
      expect([await again.text(), again.headers.get('vary')]).toEqual([await first.text(), first.headers.get('vary')]);
    });

    it('may stand in quotes or not', async () => {
      await start();
      await post(HELLO, { key: '"8e03978e-40d5"' });
      expect((await post(HELLO, { key: '8e03978e-40d5' })).headers.get('idempotency-replayed')).toBe('true');
    });

    it('while it runs waits, and then has the answer', async () => {
      const gate = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      await start(async () => {
        begun.resolve();
        await gate.promise;
        return result();
      });
      const first = post();
      await begun.promise;
      const answers = await Promise.all(Array.from({ length: 10 }, () => post()));
      for (const answer of answers) {
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(2);
        expect(await codeOf(answer)).toEqual([409, 'idempotency_in_progress']);
      }
      gate.resolve();
      expect((await first).status).toBe(200);
      expect((await post()).headers.get('idempotency-replayed')).toBe('true');
      expect(engine.asked.length).toBe(1);
    });

    it('by other organisations and without a key of its own runs anew', async () => {
      await start();
      const { secret } = await service.makeKey({ organisationId: await addOrganisation(database, 'Other') });
      await post();
      const theirs = await service.ask('POST', PDF, {
        key: secret,
        body: HELLO,
        headers: { 'idempotency-key': 'invoice-1' },
      });
      expect([theirs.status, theirs.headers.has('idempotency-replayed')]).toEqual([200, false]);
      await service.post(PDF, HELLO);
      expect(engine.asked.length).toBe(3);
    });
  });

  describe('with another request', () => {
    const two = [{ name: 'a.css', text: 'p {}' }];
    const form = (json: object, files = two) => {
      const data = new FormData();
      data.set('request', JSON.stringify(json));
      for (const { name, text } of files) data.set(name, new Blob([text]), name);
      return data;
    };
    const send = (data: FormData) =>
      fetch(service.url + PDF, {
        method: 'POST',
        headers: { authorization: `Bearer ${KEY}`, 'idempotency-key': 'invoice-1' },
        body: data,
      });

    it.each([
      ['body', { ...HELLO, zoom: 2 }, {}],
      ['path', HELLO, { path: '/v1/convert/text' }],
      ['query', HELLO, { path: `${PDF}?a=1` }],
    ])('is refused: %s', async (_name, body, options) => {
      await start();
      await post();
      expect(await codeOf(await post(body, options))).toEqual([422, 'idempotency_mismatch']);
      expect(engine.asked.length).toBe(1);
      expect((await post()).headers.get('idempotency-replayed')).toBe('true');
    });

    it('is refused if its Accept header leads to another image', async () => {
      await start();
      const accept = (value: string, body: object = HELLO) => post(body, { path: IMAGE, headers: { accept: value } });
      expect((await accept('image/webp')).status).toBe(200);
      expect((await accept('image/webp, image/png;q=0.5')).headers.get('idempotency-replayed')).toBe('true');
      expect(await codeOf(await accept('image/png'))).toEqual([422, 'idempotency_mismatch']);
      const named = { ...HELLO, target_format: 'png' };
      expect((await post(named, { path: IMAGE, key: 'named', headers: { accept: 'image/webp' } })).status).toBe(200);
      expect((await post(named, { path: IMAGE, key: 'named' })).headers.get('idempotency-replayed')).toBe('true');
    });

    it('is what differs in meaning, not in spaces or the boundary of its parts', async () => {
      await start();
      await post('{"source":{"html":"<p>ü"}}', { key: 'json' });
      const spaced = await post(' {"source" : {"html": "<p>\\u00fc"}}\n', { key: 'json' });
      expect(spaced.headers.get('idempotency-replayed')).toBe('true');
      expect((await send(form(HELLO))).status).toBe(200);
      expect((await send(form(HELLO))).headers.get('idempotency-replayed')).toBe('true');
      for (const changed of [
        form({ ...HELLO, zoom: 2 }),
        form(HELLO, [{ name: 'a.css', text: 'p {} ' }]),
        form(HELLO, [{ name: 'b.css', text: 'p {}' }]),
        form(HELLO, [...two, { name: 'b.css', text: '' }]),
      ]) {
        expect(await codeOf(await send(changed))).toEqual([422, 'idempotency_mismatch']);
      }
    });
  });

  describe('of a request that failed', () => {
    const failing = (...codes: ConstructorParameters<typeof EngineError>[0][]) =>
      start(async () => {
        const code = codes.shift();
        if (code !== undefined) throw new EngineError(code, 'The first time it fails.');
        return result();
      });

    it('keeps what would fail again', async () => {
      await failing('source_status');
      const [first, again] = [await post(), await post()];
      expect([first.status, again.status, engine.asked.length]).toEqual([422, 422, 1]);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(again.headers.get('content-type')).toBe('application/problem+json');
      expect(await again.text()).toBe(await first.text());
    });

    it.each([
      ['source_unreachable', 422],
      ['source_timeout', 408],
      ['render_crashed', 502],
      ['queue_timeout', 503],
      ['render_timeout', 504],
    ] as const)('is free again after %s', async (code, status) => {
      await failing(code);
      expect((await post()).status).toBe(status);
      expect(await rows()).toEqual([]);
      const again = await post();
      expect([again.status, again.headers.has('idempotency-replayed'), engine.asked.length]).toEqual([200, false, 2]);
    });

    it('is free again after any fault where answers may not be kept, and done once nevertheless', async () => {
      const without = await openTestIdempotencyKeys(database, { keepAnswers: false });
      let times = 0;
      await start(
        async () => {
          times += 1;
          if (times === 1) throw new EngineError('source_status', 'The first time it fails.');
          return result();
        },
        { idempotencyKeys: without },
      );
      expect([(await post()).status, (await post()).status]).toEqual([422, 200]);
      expect(await codeOf(await post())).toEqual([409, 'idempotency_result_gone']);
      expect((await rows()).map(({ status, answer }) => [status, answer])).toEqual([[200, null]]);
      await without.close();
    });

    it('is free again after a fault of the request, so that it can be mended', async () => {
      await start();
      expect((await post({ ...HELLO, zoomm: 1 })).status).toBe(400);
      expect((await post()).status).toBe(200);
      expect((await post()).headers.get('idempotency-replayed')).toBe('true');
    });

    it('is free again after its client has left', async () => {
      const begun = Promise.withResolvers<void>();
      await start((_conversion, { signal }) => {
        begun.resolve();
        return new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new EngineError('canceled', 'The caller left.')));
        });
      });
      const leave = new AbortController();
      const left = fetch(service.url + PDF, {
        method: 'POST',
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', 'idempotency-key': 'invoice-1' },
        body: JSON.stringify(HELLO),
        signal: leave.signal,
      }).catch(() => 'left');
      await begun.promise;
      expect((await rows()).length).toBe(1);
      leave.abort();
      expect(await left).toBe('left');
      const deadline = Date.now() + 5_000;
      while ((await rows()).length > 0 && Date.now() < deadline) await new Promise((done) => setTimeout(done, 10));
      expect(await rows()).toEqual([]);
    });

    it('finds the answer that its client did not wait for, if it was made', async () => {
      const begun = Promise.withResolvers<void>();
      const gate = Promise.withResolvers<void>();
      await start(async () => {
        begun.resolve();
        await gate.promise;
        return result();
      });
      const leave = new AbortController();
      const left = fetch(service.url + PDF, {
        method: 'POST',
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', 'idempotency-key': 'invoice-1' },
        body: JSON.stringify(HELLO),
        signal: leave.signal,
      }).catch(() => 'left');
      await begun.promise;
      leave.abort();
      await left;
      gate.resolve();
      const deadline = Date.now() + 5_000;
      let again = await post();
      while (again.status === 409 && Date.now() < deadline) again = await post();
      expect([again.status, again.headers.get('idempotency-replayed'), engine.asked.length]).toEqual([200, 'true', 1]);
    });
  });

  describe('that is none', () => {
    it.each([
      ['empty', '""'],
      ['too long', 'x'.repeat(129)],
      ['not closed', '"abc'],
      ['with a parameter', '"abc";a=1'],
      ['no ASCII', 'schlüssel'],
    ])('is refused before the database is asked: %s', async (_name, key) => {
      await start();
      await withoutAnswers(async () => {
        expect(await codeOf(await post(HELLO, { key }))).toEqual([400, 'invalid_request']);
      });
      expect(engine.asked.length).toBe(0);
    });
  });

  it('of a request that is refused at the gate, or is too large or no JSON, is not looked up', async () => {
    await start(undefined, { limits: { body: 1_000 } });
    const narrow = await service.makeKey({ scopes: ['convert:text'] });
    const slow = await service.makeKey({ rate_limit: 1 });
    const elsewhere = await service.makeKey({ allowlist: ['203.0.113.1'] });
    await service.ask('POST', PDF, { key: slow.secret, body: HELLO });
    const answers = await withoutAnswers(() =>
      Promise.all([
        post(HELLO, { headers: { authorization: '' } }),
        post(HELLO, { headers: { authorization: 'Bearer wrong' } }),
        post(HELLO, { headers: { authorization: `Bearer ${narrow.secret}` } }),
        post(HELLO, { headers: { authorization: `Bearer ${elsewhere.secret}` } }),
        post(HELLO, { headers: { authorization: `Bearer ${slow.secret}` } }),
        post(HELLO, { headers: { 'content-type': 'text/plain' } }),
        post({ source: 'x'.repeat(1_000) }),
        post('{'),
      ]),
    );
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 403, 403, 429, 415, 413, 400]);
    expect(await rows()).toEqual([]);
  });

  it('costs nothing where there is none', async () => {
    await start();
    await withoutAnswers(async () => {
      expect((await service.post(PDF, HELLO)).status).toBe(200);
    });
  });

  it('is refused, and nothing is done, while the database cannot be asked', async () => {
    await start();
    await withoutTable(async () => {
      expect((await post()).status).toBe(500);
    });
    expect(engine.asked.length).toBe(0);
  });

  it('of an answer that is too large to be kept is remembered', async () => {
    await start(async () => result({ bytes: Buffer.alloc(25 * 1024 * 1024 + 1) }));
    expect((await post()).status).toBe(200);
    expect(await codeOf(await post())).toEqual([409, 'idempotency_result_gone']);
    expect(engine.asked.length).toBe(1);
  });

  it('of an answer as large as can be is given again', async () => {
    const bytes = Buffer.alloc(25 * 1024 * 1024, 'large ');
    await start(async () => result({ bytes }));
    expect((await post()).status).toBe(200);
    const again = await post();
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(Buffer.compare(await again.bytes(), bytes)).toBe(0);
  });

  describe('beside conversions', () => {
    it('makes one key, whose secret is shown once', async () => {
      await start();
      const make = () => post({ name: 'Shop', scopes: ['convert:pdf'] }, { path: '/v1/keys' });
      const made = (await (await make()).json()) as { secret: string; key: { id: string } };
      expect(made.secret).toMatch(/^plk_live_/);
      expect(await codeOf(await make())).toEqual([409, 'idempotency_result_gone']);
      const { data } = (await service.ask('GET', '/v1/keys')).body;
      expect(data.filter(({ name }: { name: string }) => name === 'Shop').length).toBe(1);
      const rotate = () => post({}, { path: `/v1/keys/${made.key.id}/rotate`, key: 'rotate' });
      expect((await rotate()).status).toBe(201);
      expect(await codeOf(await rotate())).toEqual([409, 'idempotency_result_gone']);
      expect((await rows()).map(({ answer }) => answer)).toEqual([null, null]);
    });

    it('is not looked at where a repeat does no harm', async () => {
      await start();
      const headers = { 'idempotency-key': 'x'.repeat(200) };
      const { id } = await service.makeKey();
      for (const [method, path, body] of [
        ['GET', '/v1/keys', undefined],
        ['PATCH', `/v1/keys/${id}`, { name: 'Other' }],
        ['DELETE', `/v1/keys/${id}`, undefined],
      ] as const) {
        expect((await service.ask(method, path, { body, headers })).status).toBe(200);
      }
    });
  });

  it('appears in clear neither in the log nor in the database, and its request does not either', async () => {
    const canary = 'CaNaRy8157';
    await start(async () => result({ bytes: Buffer.from(`${canary}-answer`) }));
    const body = { source: { html: `${canary}-html` }, download_name: `${canary}-name` };
    const key = `${canary}-key`;
    for (const again of [false, true]) {
      const answer = await post(body, { key, path: `${PDF}?${canary}=1` });
      expect([answer.status, answer.headers.has('idempotency-replayed')]).toEqual([200, again]);
    }
    expect((await post({ source: canary }, { key, path: `${PDF}?${canary}=1` })).status).toBe(422);
    expect(await dumpDatabase(database)).not.toContain(canary);
    expect(service.logged()).not.toContain(canary);
  });

  const operations = ENDPOINTS.filter(takesIdempotencyKey).filter(({ path }) => !path.includes('{'));
  it.each(operations.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint })))(
    '$name does its work once',
    async ({ endpoint: { path, request, answer } }) => {
      await start();
      const body = request?.examples[0]?.value ?? {};
      const [first, again] = [await post(body, { path }), await post(body, { path })];
      expect(first.status).toBe(answer.status ?? 200);
      if (answer.shownOnce) expect(await codeOf(again)).toEqual([409, 'idempotency_result_gone']);
      else {
        expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([first.status, 'true']);
        expect(await again.text()).toBe(await first.text());
      }
    },
  );
});

describe('Idempotency-Key without a database', () => {
  it('is not looked at', async () => {
    const service = await startTestService();
    const headers = { 'idempotency-key': 'x'.repeat(200) };
    for (let time = 0; time < 2; time += 1) expect((await service.post(PDF, HELLO, headers)).status).toBe(200);
    await service.close();
  });
});
