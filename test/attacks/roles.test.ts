import { expect, it } from 'vitest';
import { mayAsk } from '../../packages/server/src/rights/access.ts';
import { ROLES } from '../../packages/server/src/rights/roles.ts';
import { ALLOWED, ROUTES } from './operations.ts';
import { describeRoles } from './role-requests.ts';

// Who may do everything, who may do some of it with what is their own, and who may do little; roles.all.test.ts has all of them.
describeRoles(['owner', 'developer', 'billing']);

it('S113: each role may do what the role table says, and nothing else, as each operation says what it asks for', () => {
  const asks = ROUTES.map(({ name, access }) => [
    name,
    ROLES.filter((role) => access === 'everybody' || (typeof access === 'object' && mayAsk(role, access))).sort(),
  ]);
  const table = Object.entries(ALLOWED).map(([name, roles]) => [name, [...roles].sort()]);
  expect(Object.fromEntries(asks)).toEqual(Object.fromEntries(table));
});
