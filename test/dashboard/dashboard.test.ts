import { sql } from 'kysely';
import type { Browser } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { useSharedEngine } from '../../packages/engine/src/testing/engine.ts';
import { readConfig } from '../../packages/server/src/config/config.ts';
import { processFacts } from '../../packages/server/src/service/process-facts.ts';
import {
  type AccountsService,
  emptyDatabase,
  startAccountsService,
} from '../../packages/server/src/testing/accounts.ts';
import { lastToken, linksWritten, PASSWORD, signUpFirst } from '../../packages/server/src/testing/browser.ts';
import { describeOnDatabase } from '../../packages/server/src/testing/database.ts';
import { buildDashboard, openBrowser, Person } from './people.ts';

/** The dashboard as people have it: a real browser before the real service. */

const ADA = { name: 'Ada', email: 'ada@example.com', password: PASSWORD };
const OPERATOR_TOKEN = 'token-of-the-operator-of-this-service';
const HOSTILE = `"><img src=x onerror="alert(1)">{{7*7}}</script><script>alert(2)</script>`;
/** What a page may need before it can be used, without the editor; bytes as they are sent. */
const FIRST_LOAD = 200_000;

describeOnDatabase('the dashboard', (opened) => {
  const rendering = useSharedEngine();
  let browser: Browser;
  let service: AccountsService;
  let ada: Person;

  beforeAll(async () => {
    buildDashboard();
    browser = await openBrowser();
  });
  beforeEach(async () => {
    const { shown } = readConfig({ PLATEN_OPERATOR_TOKEN: OPERATOR_TOKEN });
    service = await startAccountsService(opened(), {
      engine: rendering.engine,
      config: { operatorToken: OPERATOR_TOKEN, shown },
    });
    ada = await Person.at(browser, service.url);
  });
  afterEach(async () => {
    const { faults } = ada;
    await ada.context.close();
    await service.close();
    await emptyDatabase(opened());
    expect(faults).toEqual([]);
  });

  /** Somebody who signed up first and has signed in in the browser. */
  async function signIn(person = ada, { email, password } = ADA): Promise<void> {
    await person.page.goto('/sign-in');
    await fillSignIn(person, { email, password });
    await person.page.getByRole('heading', { name: /Hello/ }).waitFor();
  }

  async function fillSignIn({ page }: Person, { email, password }: Omit<typeof ADA, 'name'>): Promise<void> {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  it('leads a newcomer to the first PDF by the keyboard alone', async () => {
    const { page } = ada;
    await page.goto('/');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await ada.tabTo('Create account');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Set up this service' }).waitFor();
    const found = await ada.accessibilityFaults('sign-up');
    for (const [label, text] of [
      ['Setup code', await service.setupCode()],
      ['Name', ADA.name],
      ['Email', ADA.email],
      ['New password', ADA.password],
    ] as const) {
      await ada.tabTo(label);
      await ada.type(text);
    }
    await ada.picture('first-account');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your first document' }).waitFor();
    await ada.tabTo('Make a key');
    await page.keyboard.press('Enter');
    const key = (await page.getByText(/^plk_live_/).textContent()) ?? '';
    await ada.picture('first-key');
    await ada.tabTo('HTML');
    await ada.type('<h1>My own words</h1>');
    await ada.tabTo('Make the PDF');
    await page.keyboard.press('Enter');
    await page.getByText(/1 page, .* in/).waitFor();
    await ada.picture('first-document');
    found.push(...(await ada.accessibilityFaults('the first document')));
    expect(found).toEqual([]);
    const converted = await service.ask('POST', '/v1/convert/text', { key, body: { source: { html: '<p>By key' } } });
    expect(converted.body).toContain('By key');
  });

  it('converts in the playground with every result, an option by its search, and the same call for a program', async () => {
    await signUpFirst(service);
    await signIn();
    const { page } = ada;
    await page.getByRole('link', { name: 'Playground' }).click();
    await page.getByLabel('HTML', { exact: true }).fill('<h1>Heading</h1><script>throw new Error(1)</script>');
    await page.getByLabel('Text', { exact: true }).check();
    await page.getByLabel('Markdown').check();
    await page.getByLabel('Search options').fill('landscape');
    await page.getByLabel('landscape', { exact: true }).selectOption('on');
    await page.getByRole('button', { name: 'Convert' }).click();
    await page.getByText('# Heading').waitFor();
    await page.getByText(/^Page 1 · /).waitFor();
    await page.getByText('script_error').waitFor();
    expect(
      await page.getByRole('img', { name: /\.png$/ }).evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(0);
    expect(await page.getByText('"landscape":true').textContent()).toContain(`curl '${service.url}/v1/convert'`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).first().click(),
    ]);
    expect(download.suggestedFilename()).toBe('document.pdf');
  });

  it('shows a job with its pages, and a dialog, with hostile names as text', async () => {
    const api = await signUpFirst(service);
    await api.post('/v1/keys', { name: HOSTILE.slice(0, 90), scopes: ['convert:pdf'] });
    const job = { source: { html: '<p>x' }, async: true, tag: HOSTILE.slice(0, 60) };
    const { id } = (await api.post('/v1/convert/pdf', job)).body;
    await api.get(`/v1/jobs/${id}?wait=20`);
    await signIn();
    const { page } = ada;
    await page.goto(`/jobs/${id}`);
    await page.getByRole('link', { name: 'Download' }).waitFor();
    await page.getByText('processing').waitFor();
    await page.getByRole('button', { name: 'Pages' }).click();
    await page.getByText(/^Page 1 · /).waitFor();
    const found = await ada.accessibilityFaults('a job');
    await page.goto('/keys');
    await page.getByRole('table').getByText(HOSTILE.slice(0, 60)).waitFor();
    await page.getByRole('button', { name: 'Make a key' }).click();
    await page.getByRole('dialog').waitFor();
    found.push(...(await ada.accessibilityFaults('a dialog')));
    expect(found).toEqual([]);
  });

  it('shows whoever has its token the whole instance, and asks for it again after each load', async () => {
    const api = await signUpFirst(service);
    await api.send('PATCH', `/v1/organisations/${service.accounts.organisationId}`, { name: HOSTILE.slice(0, 90) });
    const startedAt = new Date().toISOString();
    await service.credits.holder.tell(() => processFacts(rendering.engine, { role: 'all', startedAt }));
    await signIn();
    const { page } = ada;
    await page.goto('/operator');
    await page.getByLabel('Operator token').fill('a token that is not the one');
    await page.getByRole('button', { name: 'Show the instance' }).click();
    await page.getByText('That is not the token of this service').waitFor();
    const found = await ada.accessibilityFaults('operator token');
    await page.getByLabel('Operator token').fill(OPERATOR_TOKEN);
    await page.getByRole('button', { name: 'Show the instance' }).click();
    await page.getByRole('table').getByText(HOSTILE.slice(0, 90)).waitFor();
    await page
      .getByText(/Chrom.*\d/)
      .first()
      .waitFor();
    await page.getByText('PLATEN_RATE_LIMIT').waitFor();
    found.push(...(await ada.accessibilityFaults('operator')));
    await page.getByLabel('Search settings').fill('operator');
    await page.getByRole('row', { name: /PLATEN_OPERATOR_TOKEN set, not shown/ }).waitFor();
    expect(await page.content()).not.toContain(OPERATOR_TOKEN);
    await page.reload();
    await page.getByLabel('Operator token').waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    expect(found).toEqual([]);
  });

  it('lists as much as there is with a window of rows in the page, and the keyboard goes through all', async () => {
    const api = await signUpFirst(service);
    const { id: made } = (await api.post('/v1/convert/pdf', { source: { html: '<p>x' }, async: true })).body;
    await api.get(`/v1/jobs/${made}?wait=20`);
    // The others are copies of it, each older than the one before.
    await sql`
      insert into jobs select (jsonb_populate_record(j, jsonb_build_object(
        'id', 'job_' || lpad(n::text, 26, '0'), 'tag', 'tag-' || n))).*
      from jobs j, generate_series(1, 249) n
    `.execute(opened().system);
    await signIn();
    const { page } = ada;
    await page.goto('/jobs');
    const rows = page.getByRole('table').getByRole('row');
    const first = rows.getByRole('link', { name: made });
    await first.focus();
    // Each time that its end is reached, the list has become longer, until all are there.
    const lastRow = () =>
      page.evaluate(() => {
        window.scrollTo(0, document.documentElement.scrollHeight);
        return [...document.querySelectorAll('tr[aria-rowindex]')].at(-1)?.textContent;
      });
    await expect.poll(lastRow).toContain(`job_${'1'.padStart(26, '0')}`);
    expect(await rows.count()).toBeLessThan(70);
    expect(await rows.last().getAttribute('aria-rowindex')).toBe('251');
    // The row with the focus is still there, and the next one is reached from it.
    expect(await first.evaluate((link) => link === document.activeElement)).toBe(true);
    await page.keyboard.press('Tab');
    await page
      .getByRole('row', { name: /tag-249\b/ })
      .getByRole('link')
      .and(page.locator(':focus'))
      .waitFor();
    expect(await ada.accessibilityFaults('many jobs')).toEqual([]);
  });

  it('marks in the text what an analysis has read, and says what is proven', async () => {
    await signUpFirst(service);
    await signIn();
    const { page } = ada;
    await page.getByRole('link', { name: 'Analysis' }).click();
    await page.getByRole('button', { name: 'Put an example in' }).click();
    await page.getByRole('button', { name: 'Read it' }).click();
    await page.locator('mark', { hasText: 'NS-2024-118' }).waitFor();
    await page.getByText('proven', { exact: true }).first().waitFor();
    expect(await page.locator('mark[title~="total"]').first().textContent()).toContain('1,848.00');
    await page.getByRole('button', { name: 'Show total in the document' }).click();
    expect(await page.locator('mark[data-chosen]').textContent()).toBe('1,848.00');
    await page.getByText('the lines give the sum that they should').waitFor();
    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    expect(csv.suggestedFilename()).toBe('document.csv');
    expect(await ada.accessibilityFaults('an analysis')).toEqual([]);
  });

  it('keeps what was typed when the session ends, and goes on after the password', async () => {
    await signUpFirst(service);
    const { page } = ada;
    // Who has not signed in comes to what was wanted afterwards.
    await page.goto('/playground');
    await fillSignIn(ada, ADA);
    await page.getByLabel('HTML', { exact: true }).fill('<h1>A long evening of work</h1>');
    await opened().system.deleteFrom('sessions').execute();
    await page.getByRole('button', { name: 'Convert' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel('HTML', { exact: true }).inputValue()).toBe('<h1>A long evening of work</h1>');
    await page.getByRole('button', { name: 'Convert' }).click();
    await page.getByText('Where the time went').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByText('This page could not be loaded').waitFor();
    await page.getByRole('link', { name: 'Playground' }).waitFor();
    await page.context().setOffline(false);
  });

  it('shows the links of emails: an invitation to join, a new password', async () => {
    const owner = await signUpFirst(service);
    const seen = linksWritten(service);
    await owner.post('/v1/invitations', { email: 'bob@example.com', role: 'auditor' });
    const { page } = ada;
    await page.goto(`/invitation#token=${await lastToken(service, seen)}`);
    await page.getByLabel('Name').fill('Bob');
    await page.getByLabel('Email').fill('bob@example.com');
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('heading', { name: 'Hello, Bob' }).waitFor();
    // The token must not stay in the history; what the role may not do is not there.
    expect(await page.evaluate(() => window.location.hash)).toBe('');
    expect(await page.getByRole('link', { name: 'Playground' }).count()).toBe(0);
    await page.goto('/keys');
    await page.getByRole('table').or(page.getByText('No keys yet')).waitFor();
    expect(await page.getByRole('button', { name: 'Make a key' }).count()).toBe(0);

    await page.goto('/reset');
    await page.getByLabel('Email').fill('bob@example.com');
    const before = linksWritten(service);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText(/an email is on its way/).waitFor();
    await page.goto('about:blank');
    await page.goto(`/reset#token=${await lastToken(service, before)}`);
    await page.getByLabel('New password').fill('another sentence of my own');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText(/Your password is set/).waitFor();
    await signIn(ada, { name: 'Bob', email: 'bob@example.com', password: 'another sentence of my own' });
  });

  it('sends little, nothing inline, is shown in no frame, and stays JSON for programs', async () => {
    await signUpFirst(service);
    const loaded = new Map<string, number>();
    ada.page.on('response', (response) => {
      if (!/\.(?:js|css)$/.test(new URL(response.url()).pathname)) return;
      loaded.set(response.url(), Number(response.headers()['content-length']));
    });
    await signIn();
    await ada.page.goto('/playground', { waitUntil: 'networkidle' });
    expect([...loaded.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(FIRST_LOAD);

    const answer = await fetch(`${service.url}/playground`, { headers: { accept: 'text/html' } });
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).not.toContain('unsafe');
    expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'.*script-src 'self'/);
    const again = (await fetch(`${service.url}/playground`)).headers.get('content-security-policy');
    expect(again).not.toBe(policy);
    expect(await (await fetch(`${service.url}/`, { headers: { accept: '*/*' } })).json()).toHaveProperty('links');
    expect((await fetch(`${service.url}/nowhere`, { headers: { accept: 'text/html' } })).status).toBe(404);
    expect((await fetch(`${service.url}/assets/dashboard/nothing.js`)).status).toBe(404);
    const stored = await ada.page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(stored).toBe('[{},{},""]');
  });
});
