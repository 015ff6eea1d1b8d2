import { ROLES } from '../../packages/server/src/rights/roles.ts';
import { TWO_VIEWS, VIEWS } from './people.ts';
import { describeRoles } from './roles.ts';

const ORDER: readonly string[] = ROLES;

// The owner has every page; what others have of it is a part of that. What is written as it was there is not looked at
// again, anything else in one of the widths and themes, in turn. roles.all.test.ts has every page of every role in each of them.
describeRoles(({ role, page, isKnown }) => {
  if (role === 'owner') return TWO_VIEWS;
  if (isKnown) return [];
  const view = VIEWS[(ORDER.indexOf(role) + page + VIEWS.length) % VIEWS.length];
  return view ? [view] : [];
});
