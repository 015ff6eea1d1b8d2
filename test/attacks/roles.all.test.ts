import { ROLES } from '../../packages/server/src/rights/roles.ts';
import { describeRoles } from './role-requests.ts';

describeRoles(ROLES);
