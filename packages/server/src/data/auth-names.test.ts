import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { organization, twoFactor } from 'better-auth/plugins';
import { expect, it } from 'vitest';
import { describeOnDatabases } from '../testing/database.ts';
import { authNames, organizationNames, twoFactorNames } from './auth-names.ts';
import { newId } from './ids.ts';

describeOnDatabases('better-auth', (database) => {
  const options = () => ({
    ...authNames,
    rateLimit: { ...authNames.rateLimit, enabled: true, storage: 'database' as const },
    database: { db: database().system, type: 'postgres' as const },
    baseURL: 'http://127.0.0.1:3000',
    secret: 'a secret of the tests, long enough for it',
    emailAndPassword: { enabled: true },
    advanced: { database: { generateId: () => newId('usr') } },
    telemetry: { enabled: false },
    plugins: [organization({ schema: organizationNames }), twoFactor({ schema: twoFactorNames })],
  });

  it('misses no table and no column', async () => {
    const { toBeCreated, toBeAdded } = await getMigrations(options());
    expect({ toBeCreated, toBeAdded }).toEqual({ toBeCreated: [], toBeAdded: [] });
  });

  it('signs people up and in, and makes organisations', async () => {
    const auth = betterAuth(options());
    const email = `${newId('usr')}@example.com`;
    const body = { email, password: 'correct horse battery', name: 'Ada' };
    const { user } = await auth.api.signUpEmail({ body });
    const session = await auth.api.signInEmail({ body });
    expect(session.user.id).toBe(user.id);
    const made = await auth.api.createOrganization({
      body: { name: 'Ada Ltd', slug: email.slice(0, 12), userId: user.id },
    });
    const members = await database().system.selectFrom('members').selectAll().where('user_id', '=', user.id).execute();
    expect(members).toMatchObject([{ organisation_id: made?.id, role: 'owner' }]);
  });
});
