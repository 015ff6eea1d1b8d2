import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { useSharedEngine } from '../../packages/engine/src/testing/engine.ts';
import {
  type AccountsService,
  emptyDatabase,
  startAccountsService,
} from '../../packages/server/src/testing/accounts.ts';
import {
  type Browser as Caller,
  PASSWORD,
  signUpFirst,
  signUpInvited,
} from '../../packages/server/src/testing/browser.ts';
import { describeOnDatabase } from '../../packages/server/src/testing/database.ts';
import { buildDashboard, openBrowser, Person } from './people.ts';

/** Templates and the studio, before the real service. */

const HOSTILE = `"><img src=x onerror="alert(1)">{{7*7}}`;
/** What runs in the page of the studio if anything of a template does. */
const ATTACK = '<script>parent.alert(1)</script><img src="x" onerror="alert(2)">';

describeOnDatabase('templates in the dashboard', (opened) => {
  const rendering = useSharedEngine();
  let browser: Browser;
  let service: AccountsService;
  let api: Caller;
  let ada: Person;
  let page: Page;

  beforeAll(async () => {
    buildDashboard();
    browser = await openBrowser();
  });
  beforeEach(async () => {
    service = await startAccountsService(opened(), { engine: rendering.engine });
    api = await signUpFirst(service);
    ada = await Person.at(browser, service.url);
    page = ada.page;
  });
  afterEach(async () => {
    const { faults } = ada;
    await ada.context.close();
    await service.close();
    await emptyDatabase(opened());
    expect(faults).toEqual([]);
  });

  /** dashboard.test.ts signs in by the form. */
  async function openTemplates(caller = api): Promise<void> {
    await ada.takeSession(caller);
    await page.goto('/templates');
    await page.getByRole('heading', { name: 'Templates' }).waitFor();
  }

  /** Puts a text in place of what an editor has. */
  async function write(label: string, text: string): Promise<void> {
    const editor = page.getByRole('textbox', { name: label });
    await editor.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(text);
  }

  const part = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const shown = (pages: string) => page.getByRole('status').filter({ hasText: pages }).waitFor();

  it('begins with the gallery, shows pages, faults at their line and what is cut off, publishes, and compares', async () => {
    await openTemplates();
    await page.getByText('No templates yet').waitFor();
    await page.getByRole('button', { name: 'New template' }).first().click();
    await page.getByText('Invoice modern').click();
    expect(await page.getByLabel('Name in addresses').inputValue()).toBe('invoice-modern');
    const found = await ada.accessibilityFaults('the gallery');
    await page.getByRole('button', { name: 'Create and open' }).click();
    await page.getByRole('img', { name: 'Page 1' }).waitFor();
    await page.getByText(/Page 1 · 210 × 297 mm/).waitFor();
    found.push(...(await ada.accessibilityFaults('the studio')));

    await part('Data');
    await part('As a form');
    await page.getByRole('group', { name: 'customer' }).getByLabel('name', { exact: true }).fill(HOSTILE);
    const { items } = (await api.get('/v1/templates/invoice-modern@draft')).body.template.sample_data;
    await part('Add to items');
    await page
      .getByRole('group', { name: `items ${items.length + 1}` })
      .getByLabel('title')
      .fill('One more');
    found.push(...(await ada.accessibilityFaults('data as a form')));
    const stored = async () => (await api.get('/v1/templates/invoice-modern@draft')).body.template.sample_data;
    await expect.poll(async () => (await stored()).items.at(-1)).toEqual({ title: 'One more' });
    await part(`Remove items ${items.length + 1}`);
    await expect.poll(async () => (await stored()).items).toEqual(items);
    expect((await stored()).customer.name).toBe(HOSTILE);
    await part('HTML');

    await write('HTML', '<h1>{{ title }}</h1>\n<p>\n{{ title | shoot }}');
    await page.getByText('These are the pages of the last text without a problem.').waitFor();
    await page.getByRole('button', { name: /^HTML, line 3/ }).click();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('HTML');
    found.push(...(await ada.accessibilityFaults('a problem')));
    await write('HTML', `<h1>First</h1>${ATTACK}<pre>${'wide '.repeat(300)}</pre>`);
    await part('Options');
    await write('Options', '{ "fit": "none" }');
    await page.getByText('Content is cut off').waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 1 is published.').waitFor();

    await part('HTML');
    await write('HTML', '<h1>Second</h1><p style="break-before:page">Next');
    await shown('2 pages');
    await page.getByRole('button', { name: 'Compare' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Second').waitFor();
    found.push(...(await ada.accessibilityFaults('versions as text')));
    await dialog.getByRole('button', { name: 'As pictures' }).click();
    await dialog.getByRole('img', { name: 'Page 2' }).waitFor();
    found.push(...(await ada.accessibilityFaults('versions as pictures')));
    await dialog.getByRole('button', { name: 'Put it into the draft' }).click();
    await page.getByText('Saved as draft').waitFor();
    const { template } = (await api.get('/v1/templates/invoice-modern')).body;
    expect([template.published_version, template.content.slice(0, 14)]).toEqual([1, '<h1>First</h1>']);

    await part('HTML');
    await write('HTML', '<h1>Third</h1>');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 2 is published.').waitFor();
    await page.getByRole('button', { name: 'Use this version' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Version 1' }).getByText('in use').waitFor();
    expect((await api.get('/v1/templates/invoice-modern')).body.template.published_version).toBe(1);
    expect(found).toEqual([]);
  }, 240_000);

  it('overwrites nothing of somebody else, and loses nothing when the session ends', async () => {
    const made = { slug: 'letter', name: HOSTILE, content: '<p>Begin</p>', draft: true };
    await api.post('/v1/templates', made);
    await openTemplates();
    await page.getByRole('link', { name: HOSTILE }).click();
    await shown('1 page');
    await api.send('PATCH', '/v1/templates/letter', { content: '<p>Theirs</p>' });
    await write('HTML', '<p>Mine</p>');
    const conflict = page.getByRole('dialog', { name: 'Somebody else has changed this template' });
    await conflict.getByText('Theirs', { exact: true }).waitFor();
    expect(await ada.accessibilityFaults('a conflict')).toEqual([]);
    const contentNow = async () => (await api.get('/v1/templates/letter@draft')).body.template.content;
    expect(await contentNow()).toBe('<p>Theirs</p>');
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByText('Saved as draft').waitFor();
    expect(await contentNow()).toBe('<p>Mine</p>');

    await page.context().clearCookies();
    await write('HTML', '<p>A long evening of work</p>');
    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    await ended.getByLabel('Password').fill(PASSWORD);
    await ended.getByRole('button', { name: 'Sign in' }).click();
    await ended.waitFor({ state: 'detached' });
    await page.getByText('Saved as draft').waitFor();
    expect(await contentNow()).toBe('<p>A long evening of work</p>');
    await write('HTML', `<p>And left at once</p>${ATTACK}`);
    await page.getByRole('main').getByRole('link', { name: 'Templates' }).click();
    await page.getByRole('table').waitFor();
    // The list shows what the template looks like; ATTACK in it runs nowhere.
    await page.locator('table img[src^="data:image/png"]').waitFor();
    expect(await contentNow()).toBe(`<p>And left at once</p>${ATTACK}`);
    expect(await ada.accessibilityFaults('the list')).toEqual([]);
  });

  it('fills a template with rows of a CSV file, and again at times that are set', async () => {
    await api.post('/v1/templates', { slug: 'label', name: 'Label', content: '<p>{{ name }}</p>' });
    await openTemplates();
    await page.getByRole('link', { name: 'Batches' }).click();
    await page.getByRole('button', { name: 'New batch' }).first().click();
    await page.getByLabel('Template').selectOption('Label');
    const file = { name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from('name\nAda\nGrace') };
    await page.getByLabel('CSV file').setInputFiles(file);
    await page.getByText('Ada\\r\\nGrace').waitFor();
    const found = await ada.accessibilityFaults('a new batch');
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByText('2 rows · PDF').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('batch.zip');
    found.push(...(await ada.accessibilityFaults('batches')));

    const one = { items: [{ data: { name: 'Ada' } }], format: 'pdf' };
    const faulty = { ...one, source: { html: '{{ name | no_such_filter }}' }, tag: 'faulty' };
    const { id: failed } = (await api.post('/v1/batches', faulty)).body;
    const failures = page.getByRole('row', { name: /faulty/ });
    await failures.getByText('1 failed').waitFor();
    const [retried] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith(`/v1/batches/${failed}/retry`)),
      failures.getByRole('button', { name: 'Do the failed again' }).click(),
    ]);
    expect(retried.status()).toBe(200);
    // What it waits for never comes.
    const waiting = { wait_for: 'never', virtual_time: false };
    await api.post('/v1/batches', { ...one, source: { html: '<p>x' }, options: waiting, tag: 'endless' });
    const waits = page.getByRole('row', { name: /endless/ });
    await waits.getByRole('button', { name: 'Cancel' }).click();
    const sure = page.getByRole('dialog', { name: 'Cancel this batch?' });
    await sure.getByRole('button', { name: 'Cancel' }).click();
    await waits.getByText('canceled').waitFor();
    const { id: job } = (await api.post('/v1/convert/pdf', { source: { html: '<p>x' }, ...waiting, async: true })).body;
    await page.goto(`/jobs/${job}`);
    await page.getByRole('main').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog', { name: 'Cancel this job?' }).getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('canceled').first().waitFor();
    expect((await api.get(`/v1/jobs/${job}?wait=20`)).body.job.status).toBe('canceled');

    await page.getByRole('link', { name: 'Schedules' }).click();
    await page.getByRole('button', { name: 'New schedule' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill(HOSTILE);
    await page.getByLabel('Template').selectOption('Label');
    await page.getByLabel('When').fill('0 7 1 * *');
    await page.getByLabel('Data as JSON').fill('{ "name": "Ada" }');
    found.push(...(await ada.accessibilityFaults('a new schedule')));
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('table').getByText(HOSTILE).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('as somebody asked').waitFor();
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByText('A run has begun.').waitFor();
    found.push(...(await ada.accessibilityFaults('schedules')));
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No schedules yet').waitFor();
    expect(found).toEqual([]);
  });

  it('leads from a text of a page to its line, has files and another name, and comes back from its ZIP', async () => {
    const content = '<p>Begin</p>\n<img src="logo.svg" alt="">\n<p>{{ who }}</p>\n';
    await api.post('/v1/templates', {
      slug: 'letter',
      name: 'Letter',
      content,
      sample_data: { who: 'Somebody' },
      draft: true,
    });
    await openTemplates();
    await page.getByRole('link', { name: 'Letter', exact: true }).click();
    await page.getByText('resource_blocked').waitFor();
    await page.locator('rect').filter({ hasText: 'Somebody' }).click();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('HTML');
    expect(await page.locator('.cm-activeLine').textContent()).toBe('<p>{{ who }}</p>');
    // What is typed while a file is sent waits for it: both are of one draft, and nobody else has changed it.
    let release = () => {};
    const typed = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/v1/templates/*', async (route) => {
      if (route.request().postData()?.includes('"assets"')) await typed;
      await route.continue();
    });
    const longer = `${content}<p>Typed meanwhile</p>`;
    const logo = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    await page.getByLabel('Add a file').setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: logo });
    await page.getByText('Adding', { exact: true }).waitFor();
    await write('HTML', longer);
    await page.getByText('Saving', { exact: true }).waitFor();
    release();
    await page.getByText('Saved as draft').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByText('resource_blocked').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(HOSTILE);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: HOSTILE }).waitFor();
    const found = await ada.accessibilityFaults('files');
    await page.getByRole('button', { name: 'Move to folder' }).click();
    await page.getByRole('dialog').getByLabel('Folder').fill('Letters/2026/');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('alert').getByText('names separated by').waitFor();
    await page.getByRole('dialog').getByLabel('Folder').fill('Letters/2026');
    found.push(...(await ada.accessibilityFaults('another folder')));
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('main').getByRole('link', { name: '2026', exact: true }).waitFor();
    const sample = page.getByRole('combobox', { name: 'Sample', exact: true });
    await part('Data');
    await part('Add a sample');
    await page.getByRole('dialog').getByLabel('Name').fill('Long');
    found.push(...(await ada.accessibilityFaults('a new sample')));
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await write('Data', '{ "who": "Somebody whose name is long" }');
    await page.locator('rect').filter({ hasText: 'Somebody whose name is long' }).waitFor();
    await sample.selectOption('First data');
    await page
      .locator('rect')
      .filter({ hasText: /^Somebody –/ })
      .waitFor();
    await sample.selectOption('Long');
    await page.locator('rect').filter({ hasText: 'Somebody whose name is long' }).waitFor();
    await part('Rename the sample');
    await page.getByRole('dialog').getByLabel('Name').fill('Long name');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    const samples = [{ name: 'Long name', data: { who: 'Somebody whose name is long' } }];
    const stored = async (slug: string) => (await api.get(`/v1/templates/${slug}@draft`)).body.template;
    await expect.poll(async () => (await stored('letter')).samples).toEqual(samples);
    const [zip] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    await page.getByRole('main').getByRole('link', { name: 'Templates' }).click();
    await page.getByRole('link', { name: 'Letters', exact: true }).click();
    await page.getByRole('link', { name: '2026', exact: true }).click();
    await page.getByRole('table').getByRole('link', { name: HOSTILE }).waitFor();
    found.push(...(await ada.accessibilityFaults('a folder')));
    // A search is of all folders.
    await page.getByRole('main').getByRole('link', { name: 'Templates' }).click();
    expect(await page.getByRole('table').count()).toBe(0);
    await page.getByRole('searchbox', { name: 'Search templates' }).fill('onerror');
    await page.getByRole('table').getByRole('link', { name: 'Letters/2026', exact: true }).waitFor();
    await page.getByRole('button', { name: 'New template' }).click();
    await page.getByLabel('Import a ZIP').setInputFiles(await zip.path());
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe(HOSTILE);
    await page.getByLabel('Name in addresses').fill('copy');
    await page.getByRole('button', { name: 'Create and open' }).click();
    await shown('1 page');
    const template = await stored('copy');
    const first = { sample_data: { who: 'Somebody' } };
    expect(template).toMatchObject({ content: longer, name: HOSTILE, folder: 'Letters/2026', ...first, samples });
    expect(found).toEqual([]);
    expect(template.assets).toMatchObject([{ name: 'logo.svg', size: logo.length }]);
    await part('Data');
    await sample.selectOption('Long name');
    await part('Remove the sample');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect.poll(() => stored('copy')).toMatchObject({ ...first, samples: [] });
  }, 120_000);

  it('shows pages as far as there are, options as a form, snippets, and a way back from what is not there', async () => {
    const content = '<p style="break-before:page">{{ who }}'.repeat(5);
    const made = { slug: 'long', name: 'Long', content, sample_data: { who: 'Ada' }, draft: true };
    await api.post('/v1/templates', made);
    await openTemplates();
    await page.goto('/templates/none');
    await page.getByRole('main').getByRole('alert').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Templates' }).click();
    await page.getByRole('link', { name: 'Long', exact: true }).click();
    // Those that are not in the window come when nothing is typed.
    await page.getByRole('img', { name: 'Page 5' }).waitFor();

    await page.getByRole('button', { name: 'New snippet' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('greeting');
    await dialog.getByLabel('Liquid').fill('Hello {{ who }}');
    const found = await ada.accessibilityFaults('a snippet');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'greeting', exact: true }).waitFor();
    await write('HTML', `<p>{% render 'greeting', who: who %}`);
    await page.locator('rect').filter({ hasText: 'Hello Ada' }).waitFor();
    await page.getByRole('button', { name: 'greeting', exact: true }).click();
    await dialog.getByLabel('Liquid').fill('Good day {{ who }}');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.locator('rect').filter({ hasText: 'Good day Ada' }).waitFor();
    await page.getByRole('button', { name: 'greeting', exact: true }).click();
    // The dialog has what it changes: what comes from now on is of somebody else.
    await expect.poll(() => dialog.getByLabel('Liquid').inputValue()).toBe('Good day {{ who }}');
    await api.send('PUT', '/v1/snippets/greeting', { content: 'Theirs' });
    await dialog.getByLabel('Liquid').fill('Mine');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Somebody else has changed this snippet.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await api.get('/v1/snippets/greeting')).body.snippet.content).toBe('Theirs');

    await page.getByRole('button', { name: 'Share' }).click();
    await dialog.getByRole('button', { name: 'Make the link' }).click();
    const link = (await dialog.getByText(/^https?:/).textContent()) ?? '';
    expect((await (await fetch(link)).text()).slice(0, 5)).toBe('%PDF-');
    found.push(...(await ada.accessibilityFaults('a shared draft')));
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    await part('Options');
    await page.getByRole('button', { name: 'As a form' }).click();
    await page.getByLabel('Search options').fill('landscape');
    await page.getByLabel('landscape', { exact: true }).selectOption('on');
    found.push(...(await ada.accessibilityFaults('options as a form')));
    await page.getByText('Page 1 · 297 × 210 mm').waitFor();
    await page.getByText('Saved as draft').waitFor();
    expect((await api.get('/v1/templates/long@draft')).body.template.options).toEqual({ landscape: true });
    expect(found).toEqual([]);
  }, 240_000);

  it('shows an auditor that there are templates, and nothing to change or to open', async () => {
    await api.post('/v1/templates', { slug: 'letter', name: 'Letter', content: '<p>x' });
    await openTemplates(await signUpInvited(service, { owner: api, role: 'auditor', email: 'bob@example.com' }));
    await page.getByRole('table').getByText('Letter', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'New template' }).count()).toBe(0);
    expect(await page.getByRole('table').locator('a, img').count()).toBe(0);
  });
});
