import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../service/endpoints.ts';
import { addOrganisation, dumpDatabase, startAccountsService } from '../testing/accounts.ts';
import { describeOnDatabase } from '../testing/database.ts';
import { result } from '../testing/engine-double.ts';
import { openTestIdempotencyKeys, passTime } from '../testing/idempotency.ts';
import { idempotencyService, PDF } from '../testing/idempotency-service.ts';
import { HELLO, startTestService } from '../testing/service.ts';
import { takesIdempotencyKey } from './endpoints.ts';

const WEBHOOK = {
  'gotenberg-webhook-url': 'https://example.com/a',
  'gotenberg-webhook-error-url': 'https://example.com/b',
};

describeOnDatabase('Idempotency-Key', (opened) => {
  const tested = idempotencyService(opened);

  describe('sent again', () => {
    it('gets the same answer, and nothing is done', async () => {
      await tested.start();
      const body = { ...HELLO, download_name: 'invoice ü.pdf' };
      const first = await tested.post(body);
      const again = await tested.post(body);
      expect([first.status, again.status, tested.engine.asked.length]).toEqual([200, 200, 1]);
      expect(await again.bytes()).toEqual(await first.bytes());
      expect(first.headers.has('idempotency-replayed')).toBe(false);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      const own = [
        'date',
        'x-request-id',
        'idempotency-replayed',
        'ratelimit',
        'server-timing',
        'x-ratelimit-remaining',
        'x-credits-cost',
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
      await tested.start();
      const used = (answer: Response) => answer.headers.get('x-credits-used');
      expect([used(await tested.post()), used(await tested.post()), used(await tested.post())]).toEqual([
        '1',
        '0',
        '0',
      ]);
      const captured = tested.database.system
        .selectFrom('credit_ledger')
        .select('amount')
        .where('kind', '=', 'capture');
      expect(await captured.execute()).toEqual([{ amount: -1 }]);
    });

    it('is charged once, also when its process dies after it was charged and before it was answered', async () => {
      let times = 0;
      await tested.start(async () => {
        times += 1;
        // So the charge is written, and the answer is not.
        if (times === 1) {
          await sql`alter table idempotency_keys add constraint unanswered check (status is null) not valid`.execute(
            tested.database.system,
          );
        }
        return result();
      });
      await tested.post();
      await sql`alter table idempotency_keys drop constraint unanswered`.execute(tested.database.system);
      const ledger = async () => {
        const entries = tested.database.system
          .selectFrom('credit_ledger')
          .select('amount')
          .where('kind', '<>', 'grant');
        return (await entries.orderBy('at').execute()).map(({ amount }) => amount);
      };
      expect(await ledger()).toEqual([-1]);
      await passTime(tested.database, 31);
      const restarted = await openTestIdempotencyKeys(tested.database);
      const other = await startAccountsService(tested.database, { engine: tested.engine, idempotencyKeys: restarted });
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
      let begin = () => {};
      const begun = new Promise<void>((resolve) => {
        begin = resolve;
      });
      // Both know the same keys, as servers of one database do.
      const secrets = { pepper: Buffer.alloc(32, 1), auditKey: Buffer.alloc(32, 2) };
      const convert = async () => {
        times += 1;
        begin();
        if (times === 1) await stopped;
        return result();
      };
      await tested.start(convert, { secrets });
      const first = tested.post();
      await begun;
      await passTime(tested.database, 31);
      const others = await openTestIdempotencyKeys(tested.database);
      const other = await startAccountsService(tested.database, {
        engine: tested.engine,
        idempotencyKeys: others,
        secrets,
      });
      expect((await other.post(PDF, HELLO, { 'idempotency-key': 'invoice-1' })).status).toBe(200);
      goOn();
      expect(await tested.codeOf(await first)).toEqual([409, 'idempotency_in_progress']);
      const entries = tested.database.system.selectFrom('credit_ledger').select('amount').where('kind', '<>', 'grant');
      expect((await entries.execute()).map(({ amount }) => amount)).toEqual([-1]);
      const again = await tested.post();
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
      await other.close();
      await others.close();
    });

    it.each([['text'], ['markdown'], ['image']])('gets the same %s', async (kind) => {
      await tested.start(async () => result({ format: 'png', contentType: `kept/${kind}`, bytes: Buffer.from('ü\0') }));
      const path = `/v1/convert/${kind}`;
      const [first, again] = [await tested.post(HELLO, { path }), await tested.post(HELLO, { path })];
      expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
      expect([await again.text(), again.headers.get('vary')]).toEqual([await first.text(), first.headers.get('vary')]);
    });

    it('may stand in quotes or not', async () => {
      await tested.start();
      await tested.post(HELLO, { key: '"8e03978e-40d5"' });
      expect((await tested.post(HELLO, { key: '8e03978e-40d5' })).headers.get('idempotency-replayed')).toBe('true');
    });

    it('while it runs waits, and then has the answer', async () => {
      const gate = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      await tested.start(async () => {
        begun.resolve();
        await gate.promise;
        return result();
      });
      const first = tested.post();
      await begun.promise;
      const answers = await Promise.all(Array.from({ length: 10 }, () => tested.post()));
      for (const answer of answers) {
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(2);
        expect(await tested.codeOf(answer)).toEqual([409, 'idempotency_in_progress']);
      }
      gate.resolve();
      expect((await first).status).toBe(200);
      expect((await tested.post()).headers.get('idempotency-replayed')).toBe('true');
      expect(tested.engine.asked.length).toBe(1);
    });

    it('by other organisations and without a key of its own runs anew', async () => {
      await tested.start();
      const { secret } = await tested.service.makeKey({
        organisationId: await addOrganisation(tested.database, 'Other'),
      });
      await tested.post();
      const theirs = await tested.service.ask('POST', PDF, {
        key: secret,
        body: HELLO,
        headers: { 'idempotency-key': 'invoice-1' },
      });
      expect([theirs.status, theirs.headers.has('idempotency-replayed')]).toEqual([200, false]);
      await tested.service.post(PDF, HELLO);
      expect(tested.engine.asked.length).toBe(3);
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
      await tested.start();
      await tested.withoutAnswers(async () => {
        expect(await tested.codeOf(await tested.post(HELLO, { key }))).toEqual([400, 'invalid_request']);
      });
      expect(tested.engine.asked.length).toBe(0);
    });
  });

  it('of a request that is refused at the gate, or is too large or no JSON, is not looked up', async () => {
    await tested.start(undefined, { limits: { body: 1_000 } });
    const narrow = await tested.service.makeKey({ scopes: ['convert:text'] });
    const slow = await tested.service.makeKey({ rate_limit: 1 });
    const elsewhere = await tested.service.makeKey({ allowlist: ['203.0.113.1'] });
    await tested.service.ask('POST', PDF, { key: slow.secret, body: HELLO });
    const answers = await tested.withoutAnswers(() =>
      Promise.all([
        tested.post(HELLO, { headers: { authorization: '' } }),
        tested.post(HELLO, { headers: { authorization: 'Bearer wrong' } }),
        tested.post(HELLO, { headers: { authorization: `Bearer ${narrow.secret}` } }),
        tested.post(HELLO, { headers: { authorization: `Bearer ${elsewhere.secret}` } }),
        tested.post(HELLO, { headers: { authorization: `Bearer ${slow.secret}` } }),
        tested.post(HELLO, { headers: { 'content-type': 'text/plain' } }),
        tested.post({ source: 'x'.repeat(1_000) }),
        tested.post('{'),
      ]),
    );
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 403, 403, 429, 415, 413, 400]);
    expect(await tested.rows()).toEqual([]);
  });

  it('costs nothing where there is none', async () => {
    await tested.start();
    await tested.withoutAnswers(async () => {
      expect((await tested.service.post(PDF, HELLO)).status).toBe(200);
    });
  });

  it('is refused, and nothing is done, while the database cannot be asked', async () => {
    await tested.start();
    await tested.withoutTable(async () => {
      expect((await tested.post()).status).toBe(500);
    });
    expect(tested.engine.asked.length).toBe(0);
  });

  it('of an answer that is too large to be kept is remembered', async () => {
    await tested.start(async () => result({ bytes: Buffer.alloc(25 * 1024 * 1024 + 1) }));
    expect((await tested.post()).status).toBe(200);
    expect(await tested.codeOf(await tested.post())).toEqual([409, 'idempotency_result_gone']);
    expect(tested.engine.asked.length).toBe(1);
  });

  it('of an answer as large as can be is given again', async () => {
    const bytes = Buffer.alloc(25 * 1024 * 1024, 'large ');
    await tested.start(async () => result({ bytes }));
    expect((await tested.post()).status).toBe(200);
    const again = await tested.post();
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(Buffer.compare(await again.bytes(), bytes)).toBe(0);
  });

  describe('beside conversions', () => {
    it('makes one key, whose secret is shown once', async () => {
      await tested.start();
      const make = () => tested.post({ name: 'Shop', scopes: ['convert:pdf'] }, { path: '/v1/keys' });
      const made = (await (await make()).json()) as { secret: string; key: { id: string } };
      expect(made.secret).toMatch(/^plk_live_/);
      expect(await tested.codeOf(await make())).toEqual([409, 'idempotency_result_gone']);
      const { data } = (await tested.service.ask('GET', '/v1/keys')).body;
      expect(data.filter(({ name }: { name: string }) => name === 'Shop').length).toBe(1);
      const rotate = () => tested.post({}, { path: `/v1/keys/${made.key.id}/rotate`, key: 'rotate' });
      expect((await rotate()).status).toBe(201);
      expect(await tested.codeOf(await rotate())).toEqual([409, 'idempotency_result_gone']);
      expect((await tested.rows()).map(({ answer }) => answer)).toEqual([null, null]);
    });

    it('is not looked at where a repeat does no harm', async () => {
      await tested.start();
      const headers = { 'idempotency-key': 'x'.repeat(200) };
      const { id } = await tested.service.makeKey();
      for (const [method, path, body] of [
        ['GET', '/v1/keys', undefined],
        ['PATCH', `/v1/keys/${id}`, { name: 'Other' }],
        ['DELETE', `/v1/keys/${id}`, undefined],
      ] as const) {
        expect((await tested.service.ask(method, path, { body, headers })).status).toBe(200);
      }
    });
  });

  it('appears in clear neither in the log nor in the tested.database, and its request does not either', async () => {
    const canary = 'CaNaRy8157';
    await tested.start(async () => result({ bytes: Buffer.from(`${canary}-answer`) }));
    const body = { source: { html: `${canary}-html` }, download_name: `${canary}-name` };
    const key = `${canary}-key`;
    for (const again of [false, true]) {
      const answer = await tested.post(body, { key });
      expect([answer.status, answer.headers.has('idempotency-replayed')]).toEqual([200, again]);
    }
    expect((await tested.post({ source: canary }, { key })).status).toBe(422);
    expect((await tested.post(body, { key: `${key}-2`, path: `${PDF}?${canary}=1` })).status).toBe(400);
    expect(await dumpDatabase(tested.database)).not.toContain(canary);
    expect(tested.service.logged()).not.toContain(canary);
  });

  const operations = ENDPOINTS.filter(takesIdempotencyKey).filter(({ path }) => !path.includes('{'));
  it.each(operations.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint })))(
    '$name does its work once',
    async ({ endpoint: { path, request, answer } }) => {
      await tested.start();
      const body = request?.examples[0]?.value ?? {};
      const [first, again] = [await tested.post(body, { path }), await tested.post(body, { path })];
      // This service has no billing.
      if (path.startsWith('/v1/billing/')) {
        expect([first.status, again.status]).toEqual([409, 409]);
        return;
      }
      expect(first.status).toBe(answer.status ?? 200);
      if (answer.shownOnce) expect(await tested.codeOf(again)).toEqual([409, 'idempotency_result_gone']);
      else {
        expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([first.status, 'true']);
        expect(await again.text()).toBe(await first.text());
      }
    },
  );
});

describeOnDatabase('Idempotency-Key at the API of another service', (opened) => {
  const tested = idempotencyService(opened);
  const form = (text: string) => {
    const body = new FormData();
    body.append('files', new Blob([text]), 'index.html');
    return body;
  };
  const scrape = { url: 'https://example.com/' };
  const cases: readonly (readonly [string, unknown, unknown, Record<string, string>?])[] = [
    ['/v3/convert/pdf', { source: 'a' }, { source: 'b' }],
    ['/forms/chromium/convert/html', form('a'), form('b')],
    ['/forms/chromium/convert/html', form('a'), form('b'), WEBHOOK],
    ['/browserless/pdf', { html: 'a' }, { html: 'b' }],
    ['/docraptor/async_docs', { document_content: 'a' }, { document_content: 'b' }],
    ['/firecrawl/v2/scrape', scrape, { ...scrape, mobile: true }],
    ['/firecrawl/v2/batch/scrape', { urls: [scrape.url] }, { urls: ['https://example.org/'] }],
  ];
  it('does its work once, and refuses another request', async () => {
    await tested.start();
    for (const [at, body, other, more = {}] of cases) {
      const name = at.startsWith('/firecrawl') ? 'x-idempotency-key' : 'idempotency-key';
      const own = { [name]: `${at} ${Object.keys(more)}`, ...more };
      const ask = (sent: unknown, beside = {}) =>
        tested.service.ask('POST', at, { body: sent, headers: { ...own, ...beside } });
      const [first, again] = [await ask(body), await ask(body)];
      const status = more === WEBHOOK ? 204 : 200;
      const replayed = again.headers.get('idempotency-replayed');
      expect([first.status, again.status, replayed], at).toEqual([status, status, 'true']);
      expect(again.headers.get('x-job-id')).toBe(first.headers.get('x-job-id'));
      expect(again.body).toEqual(first.body);
      expect((await ask(other)).status, at).not.toBe(status);
      if (more === WEBHOOK) expect((await ask(body, { 'gotenberg-output-filename': 'b' })).status).not.toBe(status);
    }
  });
});

describe('Idempotency-Key without a database', () => {
  it('is not looked at', async () => {
    const service = await startTestService();
    const headers = { 'idempotency-key': 'x'.repeat(200) };
    for (let time = 0; time < 2; time += 1) expect((await service.post(PDF, HELLO, headers)).status).toBe(200);
    await service.close();
  });
});
