import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type AccountsService,
  emptyDatabase,
  startAccountsService,
} from '../../packages/server/src/testing/accounts.ts';
import { PASSWORD, signUpFirst } from '../../packages/server/src/testing/browser.ts';
import { describeOnDatabase } from '../../packages/server/src/testing/database.ts';
import { buildDashboard, openBrowser, Person } from './people.ts';

/** Settings of what is kept, as an owner has them. */

describeOnDatabase('the settings', (opened) => {
  let browser: Browser;
  let service: AccountsService;
  let ada: Person;

  beforeAll(async () => {
    buildDashboard();
    browser = await openBrowser();
  }, 240_000);
  beforeEach(async () => {
    service = await startAccountsService(opened());
    ada = await Person.at(browser, service.url);
    await ada.takeSession(await signUpFirst(service));
    await ada.page.goto('/settings');
  });
  afterEach(async () => {
    const { faults } = ada;
    await ada.context.close();
    await service.close();
    await emptyDatabase(opened());
    expect(faults).toEqual([]);
  });

  it('say how long things are kept, hold them, and turn the HIPAA profile on once that was asked', async () => {
    const { page } = ada;
    const days = page.getByLabel('Records of requests, days');
    for (const tooMany of ['0', '36500']) {
      await days.fill(tooMany);
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.request().method() === 'PATCH'),
        page.getByRole('button', { name: 'Keep so long' }).click(),
      ]);
      expect(answer.status()).toBe(400);
      await page.getByRole('alert').getByText('logs').waitFor();
    }
    await days.fill('7');
    await page.getByRole('button', { name: 'Keep so long' }).click();
    await page.getByLabel('Why nothing may be removed').fill('Case 7');
    await page.getByRole('button', { name: 'Set the hold' }).click();
    await page.getByText('Nothing is removed, because of: Case 7').waitFor();
    await page.getByRole('button', { name: 'Lift the hold' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Lift the hold' }).click();
    await page.getByText('Things are removed when their time is over.').waitFor();

    const turnOn = page.getByRole('button', { name: 'Turn it on' });
    expect(await turnOn.isDisabled()).toBe(true);
    await opened().system.updateTable('users').set({ two_factor_enabled: true }).execute();
    await page.reload();
    await page.getByText('Answers that are kept for an Idempotency-Key.').waitFor();
    await turnOn.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn it on' }).click();
    await page.getByText(/^Turned on by Ada \(ada@example\.com\), /).waitFor();
    const kept = opened().system.selectFrom('organisations').select(['hipaa', 'retention', 'held_since']);
    expect(await kept.execute()).toMatchObject([{ hipaa: true, retention: { logs: 7 }, held_since: null }]);
  });

  it('give a person what is kept of them, and close no account that an organization needs', async () => {
    const { page } = ada;
    await page.getByLabel('Your name').fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved.').waitFor();
    const password = page.getByLabel('Your password, once more');
    await password.fill(PASSWORD);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download what is kept of you' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('platen-person.json');
    expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({ person: { name: 'Ada Lovelace' } });
    await password.fill(PASSWORD);
    await page.getByRole('button', { name: 'Close your account' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close your account' }).click();
    await page.getByRole('dialog').getByText(service.accounts.organisationId).waitFor();
  });
});
