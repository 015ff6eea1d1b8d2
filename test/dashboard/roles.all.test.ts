import { VIEWS } from './people.ts';
import { describeRoles } from './roles.ts';

describeRoles(() => VIEWS);
