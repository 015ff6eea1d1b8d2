import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { useSharedEngine } from '../../packages/engine/src/testing/engine.ts';
import { type Action, type Resource, ROLES, type Role, reachOf } from '../../packages/server/src/rights/roles.ts';
import { type AccountsService, startAccountsService } from '../../packages/server/src/testing/accounts.ts';
import { type Browser as Caller, signUpFirst, signUpInvited } from '../../packages/server/src/testing/browser.ts';
import { describeOnDatabase } from '../../packages/server/src/testing/database.ts';
import { buildDashboard, openBrowser, Person, type View } from './people.ts';

/** Every page of the dashboard, as each role has it: before one real service, whose table of rights is the judge. */

/** A right, as the service has it. */
type Right = readonly [resource: Resource, action: Action];

interface PageRow {
  readonly path: string;
  /** Its heading. */
  readonly title: string | RegExp;
  /** Its name in the navigation. */
  readonly link?: string;
  /** What shows that it is ready. */
  readonly ready: string | RegExp;
  /** The right to have it. Default: everybody has. */
  readonly right?: Right;
  /** What it asks the service for: who has not the page is refused there too. */
  readonly asks?: readonly [method: 'GET' | 'POST', path: string];
  /** The button that writes, and the right to it. */
  readonly writes?: readonly [button: string, right: Right];
}

const HOSTILE = `"><img src=x onerror="alert(1)">{{7*7}}</script><script>alert(2)</script>`;
const SLUG = 'letter';
/** What a role is told of a page that is not for it. */
const REFUSED = 'Your role does not have this page';

const PAGES: readonly PageRow[] = [
  { path: '/', title: /^Hello, /, link: 'Home', ready: 'Conversions by day', asks: ['GET', '/v1/usage/summary'] },
  { path: '/start', title: 'Your first document', ready: 'Your account' },
  {
    path: '/playground',
    title: 'Playground',
    link: 'Playground',
    ready: 'Page and paper',
    right: ['convert', 'write'],
    asks: ['POST', '/v1/convert/pdf'],
    writes: ['Convert', ['convert', 'write']],
  },
  {
    path: '/templates',
    title: 'Templates',
    link: 'Templates',
    ready: SLUG,
    right: ['templates', 'read'],
    asks: ['GET', '/v1/templates'],
    writes: ['New template', ['templates', 'write']],
  },
  {
    path: `/templates/${SLUG}`,
    title: HOSTILE.slice(0, 90),
    ready: 'Preview',
    right: ['templates', 'write'],
    asks: ['POST', `/v1/templates/${SLUG}/publish`],
    writes: ['Publish', ['templates', 'write']],
  },
  {
    path: '/analysis',
    title: 'Analysis',
    link: 'Analysis',
    ready: 'Fields appear here',
    right: ['convert', 'write'],
    asks: ['POST', '/api/pdf/invoice-extractor'],
    writes: ['Put an example in', ['convert', 'write']],
  },
  { path: '/jobs', title: 'Jobs', link: 'Jobs', ready: /^job_/, right: ['jobs', 'read'], asks: ['GET', '/v1/jobs'] },
  {
    path: '/jobs/JOB',
    title: 'Job',
    ready: 'processing',
    right: ['jobs', 'read'],
    asks: ['GET', '/v1/jobs/JOB'],
    writes: ['Remove results', ['convert', 'write']],
  },
  {
    path: '/batches',
    title: 'Batches',
    link: 'Batches',
    ready: /^1 row/,
    right: ['jobs', 'read'],
    asks: ['GET', '/v1/batches'],
    writes: ['New batch', ['convert', 'write']],
  },
  { path: '/batches/BATCH', title: 'Batch', ready: 'Facts', right: ['jobs', 'read'] },
  {
    path: '/schedules',
    title: 'Schedules',
    link: 'Schedules',
    ready: 'No schedules yet',
    right: ['jobs', 'read'],
    asks: ['GET', '/v1/schedules'],
    writes: ['New schedule', ['convert', 'write']],
  },
  {
    path: '/webhooks',
    title: 'Webhooks',
    link: 'Webhooks',
    ready: 'Nothing was sent yet.',
    right: ['webhooks', 'read'],
    asks: ['GET', '/v1/webhooks'],
    writes: ['Add an endpoint', ['webhooks', 'write']],
  },
  {
    path: '/connections',
    title: 'Connections',
    link: 'Connections',
    ready: 'No connections yet',
    right: ['connections', 'read'],
    asks: ['GET', '/v1/connections'],
    writes: ['Add a connection', ['connections', 'write']],
  },
  {
    path: '/logs',
    title: 'Requests',
    link: 'Requests',
    ready: 'No requests',
    right: ['logs', 'read'],
    asks: ['GET', '/v1/logs?key_id=*'],
  },
  { path: '/usage', title: 'Usage', link: 'Usage', ready: /^\d{4}-\d\d-\d\d$/, right: ['usage', 'read'] },
  {
    path: '/keys',
    title: 'API keys',
    link: 'API keys',
    ready: /active|No keys yet/,
    right: ['keys', 'read'],
    asks: ['GET', '/v1/keys'],
    writes: ['Make a key', ['keys', 'write']],
  },
  {
    path: '/members',
    title: 'Members',
    link: 'Members',
    ready: 'owner@example.com',
    right: ['members', 'read'],
    asks: ['GET', '/v1/members'],
    writes: ['Invite somebody', ['members', 'write']],
  },
  {
    path: '/audit',
    title: 'Audit log',
    link: 'Audit log',
    ready: 'session.started',
    right: ['audit', 'read'],
    asks: ['GET', '/v1/audit'],
  },
  {
    path: '/billing',
    title: 'Billing',
    link: 'Billing',
    ready: 'This service bills nothing',
    right: ['billing', 'read'],
    asks: ['GET', '/v1/billing/invoices'],
  },
  {
    path: '/settings',
    title: 'Settings',
    link: 'Settings',
    ready: 'Two-factor sign-in',
    writes: ['Keep so long', ['organisation', 'write']],
  },
];

/** Pages of whoever is not signed in. */
const OUTSIDE: readonly (readonly [path: string, heading: string])[] = [
  ['/sign-in', 'Sign in'],
  ['/sign-up', 'Create your account'],
  ['/reset', 'Reset your password'],
  ['/verify', 'Verify your address'],
  ['/invitation', 'Join the organization'],
  ['/operator', 'For the operator'],
];

const may = (role: Role, right: Right | undefined) => right === undefined || reachOf(role, ...right) !== undefined;

export interface Look {
  readonly role: Role | 'nobody';
  /** The number of the page. */
  readonly page: number;
  /** Whether all parts of the page were found well on other pages, or with other roles, before. */
  readonly isKnown: boolean;
}

/** @param viewsOf which widths and themes a page is looked at in; `owner` comes first, and has every page */
export function describeRoles(viewsOf: (look: Look) => readonly View[]): void {
  const known = new Set<string>();

  /** What is wrong with a page, in the views that it is looked at in. */
  async function lookAt(person: Person, name: string, { role, page }: Omit<Look, 'isKnown'>): Promise<string[]> {
    const parts = await person.parts();
    const views = viewsOf({ role, page, isKnown: parts.every((part) => known.has(part)) });
    if (views.length === 0) return [];
    const found = await person.accessibilityFaults(name, views);
    if (found.length === 0) for (const part of parts) known.add(part);
    return found;
  }

  describeOnDatabase('every page, as each role has it,', (opened) => {
    const rendering = useSharedEngine();
    let browser: Browser;
    let service: AccountsService;
    const callers = new Map<Role, Caller>();
    let made: { readonly job: string; readonly batch: string };

    beforeAll(async () => {
      buildDashboard();
      browser = await openBrowser();
      service = await startAccountsService(opened(), {
        engine: rendering.engine,
        config: { operatorToken: 'token-of-the-operator-of-this-service' },
      });
      const owner = await signUpFirst(service, 'owner@example.com');
      callers.set('owner', owner);
      for (const role of ROLES.slice(1)) {
        callers.set(role, await signUpInvited(service, { owner, role, email: `${role}@example.com` }));
      }
      made = await makeAll(service, owner);
    }, 240_000);
    afterAll(async () => {
      await service?.close();
    });

    const named = (path: string) => path.replace('JOB', made.job).replace('BATCH', made.batch);

    it.each(ROLES)(
      'for the %s: what one may not do is not shown, and refused by the service',
      async (role) => {
        const caller = callers.get(role) as Caller;
        const person = await Person.at(browser, service.url);
        const { page } = person;
        const found: string[] = [];
        await person.takeSession(caller);
        page.on('response', (response) => {
          if (response.status() >= 400)
            found.push(`${page.url()} was answered ${response.status()} by ${response.url()}`);
        });
        await page.goto('/');
        for (const [index, row] of PAGES.entries()) {
          const { link, right, asks, writes } = row;
          await page.evaluate((to) => window.history.pushState(null, '', to), named(row.path));
          const isFor = may(role, right);
          const heading = page.getByRole('heading', { level: 1, name: isFor ? row.title : REFUSED, exact: true });
          const name = `${role} at ${row.path}`;
          try {
            await heading.waitFor();
            if (isFor) await page.getByText(row.ready).filter({ visible: true }).first().waitFor();
            await page.waitForFunction(() => document.querySelector('main [role=status] .animate-pulse') === null);
          } catch (error) {
            found.push(
              `${name}: ${error instanceof Error ? error.message.split('\n')[0] : error}; ${await textOf(page)}`,
            );
            // What is the same on every page is said often enough.
            if (found.length >= 3) break;
            continue;
          }
          found.push(...(await lookAt(person, name, { role, page: index })));
          const shown = async (kind: 'link' | 'button', text: string) =>
            (await page.getByRole(kind, { name: text, exact: true }).count()) > 0;
          if (link !== undefined && (await shown('link', link)) !== isFor) {
            found.push(`${name}: ${link} in the navigation`);
          }
          if (writes && (await shown('button', writes[0])) !== may(role, writes[1]))
            found.push(`${name}: ${writes[0]}`);
          if (!asks) continue;
          const [method, path] = asks;
          const { status } = await caller.send(method, named(path), method === 'POST' ? { never: 'read' } : undefined);
          if ((status === 403) === isFor) found.push(`${name}: the service answered ${status}`);
        }
        found.push(...person.faults);
        await person.context.close();
        expect(found).toEqual([]);
      },
      600_000,
    );

    it('for whoever is not signed in', async () => {
      const person = await Person.at(browser, service.url);
      const found: string[] = [];
      await person.page.goto('/');
      for (const [index, [path, heading]] of OUTSIDE.entries()) {
        await person.page.evaluate((to) => window.history.pushState(null, '', to), path);
        await person.page.getByRole('heading', { level: 1, name: heading }).waitFor();
        found.push(...(await lookAt(person, `nobody at ${path}`, { role: 'nobody', page: index })));
      }
      for (const { path } of PAGES) {
        await person.page.evaluate((to) => window.history.pushState(null, '', to), named(path));
        await person.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
      }
      found.push(...person.faults);
      await person.context.close();
      expect(found).toEqual([]);
    }, 600_000);
  });
}

/** What the page says in place of what was waited for. */
const textOf = async (page: Page) => (await page.getByRole('main').textContent())?.slice(0, 200);

/** Something of each kind, with names that are an attack where they are read as anything but text. */
async function makeAll(service: AccountsService, owner: Caller): Promise<{ job: string; batch: string }> {
  const name = HOSTILE.slice(0, 90);
  await owner.post('/v1/keys', { name, scopes: ['convert:pdf'] });
  await owner.send('PATCH', `/v1/organisations/${service.accounts.organisationId}`, { name });
  await owner.post('/v1/webhooks', { url: 'https://example.com/x', events: ['webhook.test'], description: name });
  await owner.post('/v1/templates', { slug: SLUG, name, content: '<p>{{ to }}' });
  const one = { source: { html: '<p>x' }, tag: HOSTILE.slice(0, 60) };
  const job = (await owner.post('/v1/convert/pdf', { ...one, async: true })).body.id;
  const batch = (await owner.post('/v1/batches', { ...one, items: [{ data: {} }], format: 'pdf' })).body.id;
  await owner.get(`/v1/jobs/${job}?wait=20`);
  const isDone = async () => expect((await owner.get(`/v1/batches/${batch}`)).body.batch.finished_at).not.toBeNull();
  await vi.waitFor(isDone, { timeout: 60_000, interval: 200 });
  return { job, batch };
}
