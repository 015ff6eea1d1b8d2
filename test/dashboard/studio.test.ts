import { createEngine, type Engine } from '@platen/engine';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
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
  let engine: Engine;
  let browser: Browser;
  let service: AccountsService;
  let api: Caller;
  let ada: Person;
  let page: Page;

  beforeAll(async () => {
    buildDashboard();
    [engine, browser] = await Promise.all([createEngine({ allowNoSandbox: true }), openBrowser()]);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await engine?.close();
  });
  beforeEach(async () => {
    service = await startAccountsService(opened(), { engine });
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

  async function signIn(email = 'ada@example.com'): Promise<void> {
    await page.goto('/sign-in?next=/templates');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
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
    await signIn();
    await page.getByText('No templates yet').waitFor();
    await page.getByRole('button', { name: 'New template' }).first().click();
    await page.getByRole('radio', { name: 'Invoice modern' }).check();
    expect(await page.getByLabel('Name in addresses').inputValue()).toBe('invoice-modern');
    const found = await ada.accessibilityFaults('the gallery');
    await page.getByRole('button', { name: 'Create and open' }).click();
    await page.getByRole('img', { name: 'Page 1 of the preview' }).waitFor();
    await page.getByText(/Page 1 · 210 × 297 mm/).waitFor();
    found.push(...(await ada.accessibilityFaults('the studio')));

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
    await write('HTML', '<h1>Second</h1><p style="break-before:page">{{ title }}');
    await shown('2 pages');
    await page.getByRole('button', { name: 'Compare' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Second').waitFor();
    found.push(...(await ada.accessibilityFaults('versions as text')));
    await dialog.getByRole('button', { name: 'As pictures' }).click();
    await dialog.getByRole('img', { name: 'Page 2 of the preview' }).waitFor();
    found.push(...(await ada.accessibilityFaults('versions as pictures')));
    await dialog.getByRole('button', { name: 'Put it into the draft' }).click();
    await page.getByText('Saved as draft').waitFor();
    const { template } = (await api.get('/v1/templates/invoice-modern')).body;
    expect([template.status, template.content.slice(0, 14)]).toEqual(['published', '<h1>First</h1>']);
    expect(found).toEqual([]);
  }, 240_000);

  it('overwrites nothing of somebody else, and loses nothing when the session ends', async () => {
    const made = { slug: 'letter', name: HOSTILE, content: '<p>Begin</p>', draft: true };
    await api.post('/v1/templates', made);
    await signIn();
    await page.getByRole('link', { name: HOSTILE }).click();
    await shown('1 page');
    await api.send('PATCH', '/v1/templates/letter', { content: '<p>Theirs</p>' });
    await write('HTML', '<p>Mine</p>');
    const conflict = page.getByRole('dialog', { name: 'Somebody else has changed this template' });
    await conflict.getByText('Theirs').waitFor();
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
    await write('HTML', '<p>And left at once</p>');
    await page.getByRole('main').getByRole('link', { name: 'Templates' }).click();
    await page.getByRole('table').waitFor();
    expect(await contentNow()).toBe('<p>And left at once</p>');
    expect(await ada.accessibilityFaults('the list')).toEqual([]);
  });

  it('shows an auditor that there are templates, and nothing to change or to open', async () => {
    await api.post('/v1/templates', { slug: 'letter', name: 'Letter', content: '<p>x' });
    await signUpInvited(service, { owner: api, role: 'auditor', email: 'bob@example.com' });
    await signIn('bob@example.com');
    await page.getByRole('table').getByText('Letter').waitFor();
    expect(await page.getByRole('button', { name: 'New template' }).count()).toBe(0);
    expect(await page.getByRole('table').getByRole('link').count()).toBe(0);
  });
});
