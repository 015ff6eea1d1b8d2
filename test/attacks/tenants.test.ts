import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../packages/server/src/data/database.ts';
import type { Role } from '../../packages/server/src/rights/roles.ts';
import {
  type AccountsService,
  addOrganisation,
  startAccountsService,
} from '../../packages/server/src/testing/accounts.ts';
import { describeOnDatabase, describeOnDatabases } from '../../packages/server/src/testing/database.ts';
import { addInvoice, addMember, addUser } from '../../packages/server/src/testing/rows.ts';
import { ALLOWED, CONNECTION, codeOf, ROUTES, WEBHOOK, WITHOUT_DELIVERIES } from './operations.ts';

/** What one organisation can do to another, and one role beyond its rights: every operation of the OpenAPI document. */

/** But for those that refuse every key, whose tests try them as somebody of another organisation. */
const WITH_IDS = ROUTES.filter(({ path, withoutKeys }) => path.includes('{') && !withoutKeys);
const NO_LISTS = [
  '/v1/account',
  '/v3/account',
  '/v3/credits/',
  '/firecrawl/v2/team/credit-usage',
  '/firecrawl/v1/team/credit-usage',
  '/v1/webhooks/secret',
  '/v1/billing/subscription',
  '/v1/authorizations',
  '/v1/billing/details',
  '/v1/billing/agreement',
  '/v1/billing/agreement.pdf',
  '/api/user/ai-usage',
  // Its pages are those of PDFMonkey, and have a test of their own.
  '/api/v1/document_template_cards',
];
const LISTS = ROUTES.filter(({ method, path }) => method === 'GET' && !path.includes('{') && !NO_LISTS.includes(path));

const BATCH = { source: { html: '{{ n }}' }, format: 'pdf', items: [{ data: { n: 1 } }] };

const SCHEDULE = { name: 'x', cron: '@daily', request: { source: { html: 'x' } } };

let database: Database;
let service: AccountsService;

/** Makes something of an organisation that a path can name. A path that is not here fails its test. */
const MAKERS: Readonly<Record<string, (organisationId: string) => Promise<string>>> = {
  ...makersOf('/v1/keys/', async (organisationId) => (await service.makeKey({ organisationId })).id),
  ...makersOf('/v1/organisations/', async (organisationId) => organisationId),
  ...makersOf('/v1/members/', async (organisationId) => addMember(database, organisationId)),
  ...makersOf('/v1/invitations/', async (organisationId) => {
    const { secret: key } = await service.makeKey({ organisationId });
    const body = { email: 'grace@example.com', role: 'developer' };
    return (await service.ask('POST', '/v1/invitations', { key, body })).body.invitation.id;
  }),
  ...makersOf('/v3/logs/', async (organisationId) => {
    const { secret: key } = await service.makeKey({ organisationId });
    const made = await service.ask('GET', '/v1/account', { key });
    // It is written a second later, or when somebody lists.
    await service.ask('GET', '/v1/logs', { key });
    return made.headers.get('x-request-id') ?? '';
  }),
  ...makersOf('/v3/templates/', addTemplate),
  ...makersOf('/v1/templates/', addTemplate),
  ...makersOf('/v1/jobs/', addJob),
  ...makersOf('/docraptor/', addJob),
  ...makersOf('/firecrawl/', async (organisationId) => {
    const { secret: key } = await service.makeKey({ organisationId });
    const body = { urls: ['https://example.com/'] };
    const { id } = (await service.ask('POST', '/firecrawl/v2/batch/scrape', { key, body })).body;
    // Its rows change until it is done.
    const statusOf = async () => (await service.ask('GET', `/firecrawl/v2/batch/scrape/${id}`, { key })).body.status;
    await expect.poll(statusOf, { interval: 20 }).toBe('completed');
    return id;
  }),
  ...makersOf('/api/v1/', addJob),
  ...makersOf('/v1/batches/', async (organisationId) => {
    const { secret: key } = await service.makeKey({ organisationId });
    const { id } = (await service.ask('POST', '/v1/batches', { key, body: BATCH })).body;
    await service.ask('GET', `/v1/batches/${id}?wait=20`, { key });
    return id;
  }),
  ...makersOf('/v1/webhooks/', addWebhook),
  ...makersOf('/v1/webhook-deliveries/', async (organisationId) => {
    const { secret: key } = await service.makeKey({ organisationId });
    const id = await addWebhook(organisationId);
    return (await service.ask('POST', `/v1/webhooks/${id}/test`, { key })).body.delivery.id;
  }),
  ...makersOf('/v1/billing/invoices/', (organisationId) => addInvoice(database, organisationId)),
  ...makersOf('/v1/connections/', async (organisationId) => {
    const { secret: key } = await service.makeKey({ organisationId });
    return (await service.ask('POST', '/v1/connections', { key, body: CONNECTION })).body.connection.id;
  }),
  ...makersOf('/v1/schedules/', async (organisationId) => {
    const { secret: key } = await service.makeKey({ organisationId });
    return (await service.ask('POST', '/v1/schedules', { key, body: SCHEDULE })).body.schedule.id;
  }),
  ...makersOf('/v1/snippets/', async (organisationId) => {
    const { secret: key } = await service.makeKey({ organisationId });
    const body = { name: 'line', content: 'x' };
    return (await service.ask('POST', '/v1/snippets', { key, body })).body.snippet.id;
  }),
};

async function addJob(organisationId: string): Promise<string> {
  const { secret: key } = await service.makeKey({ organisationId });
  const made = await service.ask('POST', '/v1/convert/pdf', { key, body: { source: { html: 'x' }, filename: 'x' } });
  return made.body.id;
}

async function addWebhook(organisationId: string): Promise<string> {
  const { secret: key } = await service.makeKey({ organisationId });
  return (await service.ask('POST', '/v1/webhooks', { key, body: WEBHOOK })).body.webhook.id;
}

async function addTemplate(organisationId: string): Promise<string> {
  const { secret: key } = await service.makeKey({ organisationId });
  const body = { slug: 'invoice', name: 'Invoice', content: 'x', assets: { 'a.png': 'AA==' } };
  return (await service.ask('POST', '/v1/templates', { key, body })).body.template.id;
}

/** One way to make what all paths of an area name. */
function makersOf(area: string, make: (organisationId: string) => Promise<string>): typeof MAKERS {
  const paths = WITH_IDS.map(({ path }) => path).filter((path) => path.startsWith(area));
  return Object.fromEntries(paths.map((path) => [path, make]));
}

describe('every operation', () => {
  it('that names something is tried from another organisation', () => {
    expect(WITH_IDS.length).toBeGreaterThanOrEqual(4);
    expect([...new Set(WITH_IDS.map(({ path }) => path))].filter((path) => !MAKERS[path])).toEqual([]);
  });

  it('is tried with every role', () => {
    expect(ROUTES.map(({ name }) => name).sort()).toEqual(Object.keys(ALLOWED).sort());
  });
});

interface Victim {
  readonly own: string;
  readonly id: string;
}

/** One service for all tests; each has organisations of its own. */
function useService(opened: () => Database, options: Parameters<typeof startAccountsService>[1]): void {
  beforeAll(async () => {
    database = opened();
    service = await startAccountsService(database, options);
  });
  afterAll(() => service.close());
}

/**
 * Whose something is is asked in one place for all operations of a kind of thing, by the same statements on both databases:
 * on PGlite one operation of each kind is tried.
 */
const tried = { postgresql: WITH_IDS, pglite: WITH_IDS.filter(isFirstOfItsKind) };

function isFirstOfItsKind({ path }: { readonly path: string }, at: number): boolean {
  return WITH_IDS.findIndex((other) => MAKERS[other.path] === MAKERS[path]) === at;
}

describeOnDatabases('organisations', (opened, kind) => {
  useService(opened, WITHOUT_DELIVERIES);

  const victims = new Map<unknown, Promise<Victim>>();

  /** Something that a path can name, of an organisation of its own; the same for all paths of its kind, which change nothing of it. */
  function victimOf(path: string): Promise<Victim> {
    const make = async () => {
      const own = await addOrganisation(database, 'Own');
      return { own, id: (await MAKERS[path]?.(own)) ?? '' };
    };
    const known = victims.get(MAKERS[path]) ?? make();
    victims.set(MAKERS[path], known);
    return known;
  }

  /** What the database holds of something that has an id. */
  async function rowsOf(id: string): Promise<unknown[]> {
    const tables = [
      'api_keys',
      'organisations',
      'members',
      'invitations',
      'templates',
      'snippets',
      'jobs',
      'batches',
      'webhook_endpoints',
      'webhook_deliveries',
      'schedules',
      'billing_invoices',
      'connections',
    ] as const;
    const all = tables.map((table) => database.system.selectFrom(table).selectAll().where('id', '=', id).execute());
    const asked = database.system.selectFrom('request_log').selectAll().where('request_id', '=', id).execute();
    return (await Promise.all([...all, asked])).flat();
  }

  /** Three of everything that can be listed, in the organisation of the first key. */
  async function fillFirstOrganisation(): Promise<void> {
    const own = service.accounts.organisationId;
    for (const plan of ['starter', 'boost']) {
      const context = { organisationId: own, actor: 'operator' };
      await service.credits.agreements.begin(context, { plan, billing: 'month', trial: false });
    }
    for (let at = 0; at < 3; at += 1) {
      await addInvoice(database, own);
      await service.makeKey({ organisationId: own });
      await addMember(database, own);
      const body = { email: `guest${at}@example.com`, role: 'developer' };
      expect((await service.ask('POST', '/v1/invitations', { body })).status).toBe(201);
      const template = { slug: `template-${at}`, name: 'x', content: 'x' };
      expect((await service.ask('POST', '/v1/templates', { body: template })).status).toBe(200);
      const snippet = { name: `snippet-${at}`, content: 'x' };
      expect((await service.ask('POST', '/v1/snippets', { body: snippet })).status).toBe(201);
      const convert = { source: { html: '<p>x' }, tag: `tag${at}` };
      expect((await service.ask('POST', '/v1/convert/pdf', { body: convert })).status).toBe(200);
      expect((await service.ask('POST', '/v1/convert/pdf', { body: { ...convert, async: true } })).status).toBe(202);
      expect((await service.ask('POST', '/v1/batches', { body: BATCH })).status).toBe(202);
      const webhook = await service.ask('POST', '/v1/webhooks', { body: WEBHOOK });
      expect((await service.ask('POST', `/v1/webhooks/${webhook.body.webhook.id}/test`)).status).toBe(200);
      expect((await service.ask('POST', '/v1/schedules', { body: SCHEDULE })).status).toBe(201);
      expect((await service.ask('POST', '/v1/connections', { body: CONNECTION })).status).toBe(201);
    }
    for (let at = 0; at < 3; at += 1) await service.ask('GET', '/v1/account');
  }

  describe('S112: a key of another organisation', () => {
    it.each(tried[kind])(
      'cannot $name: 404, nothing changed, and it is recorded',
      async ({ method, path, example }) => {
        const { own, id } = await victimOf(path);
        const other = await addOrganisation(database, 'Other');
        const thief = await service.makeKey({ organisationId: other });
        const before = await rowsOf(id);
        const rows = await service.accounts.audit.list(own, { limit: 100 });

        const answer = await service.ask(method, path.replace(/\{\w+\}/, id), { key: thief.secret, body: example });
        const unknown = await service.ask(method, path.replace(/\{\w+\}/, 'key_00000000000000000000000000'), {
          key: thief.secret,
          body: example,
        });
        expect([answer.status, codeOf(answer.body)]).toEqual([404, 'not_found']);
        expect(answer.body.error ?? answer.body).toEqual(unknown.body.error ?? unknown.body);
        expect(JSON.stringify(answer.body)).not.toContain(own);
        expect(before).not.toEqual([]);
        expect(await rowsOf(id)).toEqual(before);
        expect(await service.accounts.audit.list(own, { limit: 100 })).toEqual(rows);
        const denied = await service.accounts.audit.list(other, { limit: 100, action: 'access_denied' });
        expect(denied).toMatchObject([{ actor: thief.id, target: id, detail: { reason: 'other_organisation' } }]);
      },
    );

    beforeAll(fillFirstOrganisation);

    it('sees no template by GET /api/v1/document_template_cards, nor by pages and filters', async () => {
      const at = '/api/v1/document_template_cards';
      expect((await service.ask('GET', at)).body.document_template_cards).toHaveLength(3);
      const { secret: key } = await service.makeKey({ organisationId: await addOrganisation(database, 'Other') });
      for (const query of ['', '?page[number]=2', `?q[workspace_id]=${service.accounts.organisationId}`]) {
        const { status, body } = await service.ask('GET', at + query, { key });
        expect([status, body.document_template_cards]).toEqual([200, []]);
      }
      expect((await service.ask('GET', `${at}?app_id=${service.accounts.organisationId}`, { key })).status).toBe(422);
    });

    it.each(LISTS)('sees nothing by $name, nor by cursors and filters', async ({ path }) => {
      const own = service.accounts.organisationId;
      const mine = await service.ask('GET', `${path}?limit=1`);
      const { templates: page = mine.body } = mine.body;
      expect(page.has_more).toBe(true);
      const thief = await service.makeKey({ organisationId: await addOrganisation(database, 'Other') });
      const foreign = new Set(
        JSON.stringify(mine.body).match(
          /(?:bil|key|org|aud|req|mem|inv|usr|tpl|snp|job|bat|sch|whe|whd|evt|conn|del)_\w{26}|bootstrap/g,
        ),
      );
      for (const query of ['', mine.body.templates ? '?page=1' : `?cursor=${page.next_cursor}`, '?limit=100']) {
        const answer = await service.ask('GET', path + query, { key: thief.secret });
        expect(answer.status).toBe(200);
        expect([...foreign].filter((id) => JSON.stringify(answer.body).includes(id))).toEqual([]);
      }
      for (const name of ['organisation_id', 'org_id', 'organisation']) {
        expect((await service.ask('GET', `${path}?${name}=${own}`, { key: thief.secret })).status).toBe(400);
      }
    });
  });
});

describeOnDatabase('roles', (opened) => {
  /** A service that believes the cookie: who signs in and how is not what is tried here. */
  useService(opened, {
    sessions: {
      find: async ({ headers }) => {
        const [, role, id, organisationId] = /who=(\w+)\.(\w+)\.(\w+)/.exec(headers.cookie ?? '') ?? [];
        return role && id && organisationId ? { kind: 'person', id, organisationId, role: role as Role } : undefined;
      },
    },
  });

  let user: string;
  let organisationId: string;
  beforeEach(async () => {
    user = await addUser(database);
    organisationId = await addOrganisation(database, 'Own');
  });

  const as = (role: Role, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) => ({
    key: '',
    headers: { cookie: `who=${role}.${user}.${organisationId}`, ...headers },
  });

  // What each role may ask for is tried in roles.test.ts, with people who have signed in.
  describe('S113: a role', () => {
    it('of a developer has keys of its own only, and gives no more than it has', async () => {
      const { id } = await service.makeKey({ organisationId });
      const developer = as('developer');
      expect((await service.ask('GET', `/v1/keys/${id}`, developer)).status).toBe(404);
      const create = (scopes: string[]) =>
        service.ask('POST', '/v1/keys', { ...developer, body: { name: 'x', scopes } });
      expect((await create(['*'])).status).toBe(403);
      expect((await create(['keys:manage'])).status).toBe(403);
      const made = await create(['convert:*']);
      expect(made.status).toBe(201);
      const listed = await service.ask('GET', '/v1/keys', developer);
      expect(listed.body.data).toMatchObject([{ id: made.body.key.id }]);
      expect((await service.ask('GET', '/v1/keys', as('admin'))).body.data).toHaveLength(2);
      expect(await service.accounts.audit.list(organisationId, { limit: 1, actor: user })).toMatchObject([
        { action: 'key.created' },
      ]);
    });
  });

  // That those of other sites are refused, for every operation, is tried in forms.test.ts.
  describe('S110: a request with a cookie', () => {
    it('is let in from a page of this service, and as JSON without a browser', async () => {
      const body = { name: 'x', scopes: ['convert:pdf'] };
      for (const headers of [{ origin: service.url }, { 'sec-fetch-site': 'same-origin' }, {}]) {
        const options = { ...as('owner', headers as unknown as Record<string, string>), body };
        expect((await service.ask('POST', '/v1/keys', options)).status).toBe(201);
      }
      expect((await service.ask('GET', '/v1/keys', as('owner', { 'sec-fetch-site': 'cross-site' }))).status).toBe(200);
    });
  });
});
