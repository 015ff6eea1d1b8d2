import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type AccountsService,
  emptyDatabase,
  startAccountsService,
} from '../../packages/server/src/testing/accounts.ts';
import { type Browser as Caller, signUpFirst, signUpInvited } from '../../packages/server/src/testing/browser.ts';
import { describeOnDatabase } from '../../packages/server/src/testing/database.ts';
import { type RunningFileHosts, startFileHosts } from '../../packages/server/src/testing/file-hosts/start.ts';
import { startPutReceiver } from '../../packages/server/src/testing/put-receiver.ts';
import { startS3 } from '../../packages/server/src/testing/s3.ts';
import { buildDashboard, openBrowser, Person } from './people.ts';

/** Where results go, and what is paid, before the real service. */

const HOSTILE = `"><img src=x onerror="alert(1)">{{7*7}}`;

describeOnDatabase('connections and billing in the dashboard', (opened) => {
  let browser: Browser;
  let service: AccountsService;
  let hosts: RunningFileHosts;
  let api: Caller;
  let ada: Person;
  let page: Page;

  beforeAll(async () => {
    buildDashboard();
    browser = await openBrowser();
  });
  beforeEach(async () => {
    hosts = await startFileHosts();
    service = await startAccountsService(opened(), {
      creditsConfig: { billing: 'test' },
      destinationOptions: {
        config: { egressAllow: ['127.0.0.1'], clientApps: { box: hosts.app } },
        origins: hosts.origins,
      },
    });
    api = await signUpFirst(service);
    ada = await Person.at(browser, service.url);
    page = ada.page;
  });
  afterEach(async () => {
    const { faults } = ada;
    await ada.context.close();
    await service.close();
    hosts.close();
    await emptyDatabase(opened());
    expect(faults).toEqual([]);
  });

  /** dashboard.test.ts signs in by the form. */
  async function open(path: string, caller = api): Promise<void> {
    await ada.takeSession(caller);
    await page.goto(path);
  }
  const inviteAuditor = () => signUpInvited(service, { owner: api, role: 'auditor', email: 'bob@example.com' });

  it('adds a connection that was tried, tests it, removes it, and shows an auditor no more than its name', async () => {
    const s3 = await startS3({ signatures: true });
    const { endpoint, bucket, credentials } = s3.place;
    await open('/connections');
    await page.getByText('No connections yet').waitFor();
    await page.getByRole('button', { name: 'Add a connection' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('secret_access_key').fill('not that one');
    await dialog.getByText('"secret_access_key":"YOUR_SECRET_ACCESS_KEY"').waitFor();
    const found = await ada.accessibilityFaults('a new connection');
    await dialog.getByLabel('Name').fill(HOSTILE);
    await dialog.getByLabel('bucket').fill(bucket);
    await dialog.getByLabel('endpoint').fill(endpoint);
    await dialog.getByLabel('access_key_id').fill(credentials.accessKeyId);
    await dialog.getByRole('button', { name: 'Add a connection' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('secret_access_key').fill(credentials.secretAccessKey);
    await dialog.getByRole('button', { name: 'Add a connection' }).click();
    await page.getByRole('table').getByText(HOSTILE).waitFor();
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText(/was tried\. Writing: done\. Reading: done\. Removing: done\./).waitFor();
    found.push(...(await ada.accessibilityFaults('connections')));

    const bob = await inviteAuditor();
    await open('/connections', bob);
    await page.getByRole('table').getByText(HOSTILE).waitFor();
    expect(await page.getByRole('main').getByRole('button').allTextContents()).toEqual([]);
    expect(await page.getByRole('table').textContent()).not.toContain(bucket);

    await open('/connections');
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No connections yet').waitFor();
    await s3.close();
    expect(found).toEqual([]);
  });

  it('connects an account of a file host, says what became of it, disconnects and connects it again', async () => {
    hosts.redirectUris.add(`${service.url}/connections`);
    // The browser comes to the double, as if it were the host.
    await page.route('https://account.box.com/**', async (route) => {
      const { pathname, search } = new URL(route.request().url());
      const answer = await fetch(hosts.origin + pathname + search, { redirect: 'manual' });
      await route.fulfill({ status: 302, headers: { location: answer.headers.get('location') ?? '' } });
    });
    await open('/connections');
    await page.getByRole('button', { name: 'Add a connection' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Kind').selectOption('box');
    await dialog.getByText('You are sent to Box').waitFor();
    const found = await ada.accessibilityFaults('an account');
    expect(await dialog.getByLabel('refresh_token').count()).toBe(0);
    await dialog.getByLabel('Name').fill('Archive');
    hosts.visit = { error: 'access_denied' };
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('alert').getByText('access_denied').waitFor();
    expect(page.url()).toBe(`${service.url}/connections`);

    hosts.visit = {};
    await page.getByRole('button', { name: 'Add a connection' }).first().click();
    await dialog.getByLabel('Kind').selectOption('box');
    await dialog.getByLabel('Name').fill('Archive');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('"Archive" is connected.').waitFor();
    // Nothing of the way back stays in the address, nor in the history.
    expect(page.url()).toBe(`${service.url}/connections`);
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('table').getByText('disconnected').waitFor();
    expect(hosts.ended).toHaveLength(1);
    found.push(...(await ada.accessibilityFaults('a disconnected account')));
    await page.getByRole('button', { name: 'Connect again' }).click();
    await page.getByText('"Archive" is connected.').waitFor();
    await page.getByRole('button', { name: 'Disconnect' }).waitFor();
    expect(found).toEqual([]);
  });

  it('shows where the file of a batch went, why not, and sends it again without making it again', async () => {
    const receiver = await startPutReceiver();
    receiver.instead = (_request, response) => {
      response.writeHead(403, { 'content-type': 'text/plain' }).end(HOSTILE);
      return true;
    };
    const source = { html: '<p>{{ n }}</p>' };
    const items = [{ data: { n: 'a' } }, { data: { n: 'b' } }];
    const destination = { kind: 'http_put', url: receiver.url };
    const batch = { source, items, result: 'zip', sandbox: true, destination };
    /** A batch whose file was sent once. */
    const ended = async () => {
      const { status, body } = await api.post('/v1/batches', batch);
      expect(status).toBe(202);
      await expect
        .poll(
          async () => {
            await service.destinations.drain();
            return (await api.send('GET', `/v1/batches/${body.id}`)).body.batch.deliveries[0]?.state;
          },
          { timeout: 30_000 },
        )
        .toBe('failed');
      return body.id as string;
    };
    await ended();
    await open('/batches');
    await page.getByRole('link', { name: '2 rows · PDF' }).click();
    const table = page.getByRole('region', { name: 'Sent to' });
    await table.getByText('failed', { exact: true }).waitFor();
    await table.getByText(HOSTILE).waitFor();
    await page.getByText('Nothing was sent yet.').waitFor();
    const found = await ada.accessibilityFaults('a batch');
    receiver.instead = () => false;
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect
      .poll(
        async () => {
          await service.destinations.drain();
          return receiver.files.length;
        },
        { timeout: 30_000 },
      )
      .toBe(1);
    await table.getByText('delivered', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Send again' }).count()).toBe(0);

    // What cannot be read says so, and there is a way to look again.
    await page.route('**/v1/batches/*', (route) => route.abort());
    await page.reload();
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
    await page.unroute('**/v1/batches/*');
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await table.getByText('delivered', { exact: true }).waitFor();

    // So it is of one job.
    receiver.instead = (_request, response) => void response.writeHead(403).end() === undefined;
    const one = { source: { html: '<p>x' }, async: true, sandbox: true, destination };
    const job = `/v1/jobs/${(await api.post('/v1/convert/pdf', one)).body.id}`;
    const sent = async (state: string) => {
      const now = async () => {
        await service.destinations.drain();
        return (await api.send('GET', job)).body.job.deliveries[0]?.state;
      };
      await expect.poll(now).toBe(state);
    };
    await sent('failed');
    await page.goto(job.slice('/v1'.length));
    await table.getByText('failed', { exact: true }).waitFor();
    receiver.instead = () => false;
    await page.getByRole('button', { name: 'Send again' }).click();
    await sent('delivered');
    await table.getByText('delivered', { exact: true }).waitFor();

    const bob = await inviteAuditor();
    receiver.instead = (_request, response) => void response.writeHead(403).end() === undefined;
    const id = await ended();
    await open(`/batches/${id}`, bob);
    await page.getByRole('region', { name: 'Sent to' }).getByText('failed', { exact: true }).waitFor();
    expect(await page.getByRole('main').getByRole('button').allTextContents()).toEqual([]);
    expect(found).toEqual([]);
  }, 120_000);

  it('begins a trial with a card, cancels it and takes that back, and has the invoice as PDF', async () => {
    await open('/billing');
    await page.getByText('Nothing was billed yet').waitFor();
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Say who is billed' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill(HOSTILE);
    await dialog.getByLabel('Address', { exact: true }).fill('Weg 2');
    await dialog.getByLabel('Postal code').fill('53111');
    await dialog.getByLabel('City').fill('Bonn');
    await dialog.getByLabel('Country').selectOption('Germany');
    await dialog.getByLabel('Tax number').fill('DE136695977');
    const details = await ada.accessibilityFaults('who is billed');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Tax number').fill('DE136695976');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const printed = page.getByRole('main').locator('address');
    await printed.waitFor();
    expect(await printed.textContent()).toBe(`${HOSTILE}\nWeg 2\n53111 Bonn\nDE\nTax number: DE136695976`);
    await page.getByRole('button', { name: 'Choose: Starter' }).click();
    const card = dialog.getByLabel('Number of a test card');
    await card.fill('4000000000000002');
    const found = [...details, ...(await ada.accessibilityFaults('a plan'))];
    await dialog.getByRole('button', { name: 'Begin the trial' }).click();
    await dialog.getByRole('alert').waitFor();
    await card.fill('4242 4242 4242 4242');
    await dialog.getByRole('button', { name: 'Begin the trial' }).click();
    await page.getByText(/ends with 4242/).waitFor();
    await page.getByText('Trial ends').waitFor();
    await page.getByRole('button', { name: 'Cancel the plan' }).click();
    await dialog.getByRole('button', { name: 'Cancel the plan' }).click();
    await page.getByText(/^Canceled: it goes on until/).waitFor();
    await page.getByRole('button', { name: 'Go on after all' }).click();
    await page.getByText(/^Canceled: it goes on until/).waitFor({ state: 'detached' });

    const eightDays = { advance_seconds: 8 * 86_400 };
    expect((await api.post('/v1/billing/test/clock', eightDays)).status).toBe(200);
    await page.reload();
    await page.getByText('Paid until').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /^PDF of / }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
    found.push(...(await ada.accessibilityFaults('billing')));

    const bob = await inviteAuditor();
    await open('/billing', bob);
    await page.getByRole('link', { name: /^PDF of / }).waitFor();
    await page.getByRole('button', { name: 'Read the agreement' }).waitFor();
    expect(await page.getByRole('main').getByRole('button').allTextContents()).toEqual([
      'by the month',
      'by the year',
      'Read the agreement',
    ]);

    // The agreement is read by anybody, and accepted from Business on.
    await open('/billing');
    await page.getByRole('button', { name: 'Read the agreement' }).click();
    await dialog.getByText(/^SHA-256 [0-9a-f]{64}$/).waitFor();
    expect(await dialog.getByRole('button', { name: 'Accept the agreement' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'Choose: Business' }).click();
    await dialog.getByRole('button', { name: 'Change the plan' }).click();
    await page.getByText('Business', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Read the agreement' }).click();
    found.push(...(await ada.accessibilityFaults('the agreement')));
    await dialog.getByRole('button', { name: 'Accept the agreement' }).click();
    await page.getByText(/<ada@example\.com>, on /).waitFor();
    const file = page.getByRole('link', { name: 'Agreement as PDF' });
    expect(await file.getAttribute('href')).toBe('/v1/billing/agreement.pdf');
    expect(found).toEqual([]);
  });
});
