import { ROLES } from '../../packages/server/src/rights/roles.ts';
import { VIEWS } from './people.ts';
import { describeRoles } from './roles.ts';

const ORDER: readonly string[] = ROLES;

// The owner has every page, in each width and theme; what others have of it is a part of that, in one of them.
describeRoles((role, page) => {
  if (role === 'owner') return VIEWS;
  const view = VIEWS[(ORDER.indexOf(role) + page + VIEWS.length) % VIEWS.length];
  return view ? [view] : [];
});
