import type { Command, Group } from '../command.ts';
import { analyze } from './analyze.ts';
import { batch } from './batch.ts';
import { convert } from './convert.ts';
import { doctor } from './doctor.ts';
import { mcp } from './mcp.ts';
import { billing, hipaa, organisations, plans, waitlist } from './organisations.ts';
import { people } from './people.ts';
import { audit, evidence, retention } from './records.ts';
import { keys, serve } from './service.ts';
import { backup, db, objects, restore } from './stores.ts';
import { templates } from './templates.ts';

/** Everything that `platen` does, in the order of its help. A command loads what it needs when it runs. */
export const COMMANDS: readonly (Command | Group)[] = [
  convert,
  batch,
  serve,
  doctor,
  templates,
  analyze,
  mcp,
  keys,
  plans,
  billing,
  waitlist,
  hipaa,
  retention,
  audit,
  evidence,
  people,
  organisations,
  backup,
  restore,
  db,
  objects,
];
