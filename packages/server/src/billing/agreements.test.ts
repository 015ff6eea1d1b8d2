import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AccountsService, addOrganisation, emptyDatabase, startAccountsService } from '../testing/accounts.ts';
import { signUpFirst, signUpInvited } from '../testing/browser.ts';
import { describeOnDatabase } from '../testing/database.ts';
import { agreementAnswer } from './agreement-endpoints.ts';

const PATH = '/v1/billing/agreement';

describeOnDatabase('the business associate agreement', (opened) => {
  let service: AccountsService;
  beforeAll(async () => {
    service = await startAccountsService(opened(), { creditsConfig: { billing: 'test' } });
  });
  afterAll(async () => {
    await service.close();
    await emptyDatabase(opened());
  });

  it('is accepted by an owner from Business on, as it was read, once, and is there as PDF', async () => {
    const owner = await signUpFirst(service);
    const admin = await signUpInvited(service, { owner, role: 'admin', email: 'eve@example.com' });
    const { secret: key } = await service.makeKey({ allowlist: ['127.0.0.1', '::1'] });
    const { agreement } = agreementAnswer.parse((await service.ask('GET', PATH, { key })).body);
    expect(agreement).toMatchObject({ offered: false, accepted_at: null });
    const { sha256, text, version } = agreement;
    expect(createHash('sha256').update(text).digest('hex')).toBe(sha256);
    expect((await service.ask('GET', `${PATH}.pdf`, { key })).status).toBe(404);

    const accepts = async (browser = owner, body: object = { sha256 }) => {
      const answer = await browser.send('PUT', PATH, body);
      return answer.status === 200 ? agreementAnswer.parse(answer.body).agreement : answer.body.error_code;
    };
    const begun = await owner.post('/v1/billing/subscription', { plan: 'growth', card: '4242424242424242' });
    expect(begun.body.subscription).toMatchObject({ state: 'trialing' });
    expect(await accepts()).toBe('payment_required');
    await owner.send('PATCH', '/v1/billing/subscription', { plan: 'business' });
    await owner.post('/v1/billing/test/clock', { advance_seconds: 8 * 86_400 });

    expect(await accepts(admin)).toBe('insufficient_scope');
    const byKey = await service.ask('PUT', PATH, { key, body: { sha256 } });
    expect([byKey.status, byKey.body.error_code]).toEqual([403, 'insufficient_scope']);
    expect(await accepts(owner, { sha256: '0'.repeat(64) })).toBe('agreement_changed');
    const accepted = { offered: true, accepted_sha256: sha256, accepted_by: 'Ada <ada@example.com>' };
    expect(await accepts()).toMatchObject(accepted);
    expect((await service.ask('GET', '/v1/account')).body.error_code).toBe('ip_not_allowed');
    expect(await accepts()).toBe('insufficient_scope');
    const ofFirst = opened().system.updateTable('organisations').where('id', '=', service.accounts.organisationId);
    await ofFirst.set({ hipaa: false }).execute();
    expect(await accepts()).toMatchObject(accepted);
    expect(await accepts()).toBe('insufficient_scope');

    const rows = await service.accounts.audit.list(service.accounts.organisationId, {
      action: 'agreement.accepted',
      limit: 9,
    });
    expect(rows).toMatchObject([{ detail: { version, sha256, name: 'Ada', email: 'ada@example.com' } }]);
    const pdf = await service.ask('GET', `${PATH}.pdf`, { key });
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const other = await service.makeKey({ organisationId: await addOrganisation(opened(), 'Other') });
    const elsewhere = agreementAnswer.parse((await service.ask('GET', PATH, { key: other.secret })).body);
    expect(elsewhere.agreement.accepted_at).toBeNull();
  });
});
