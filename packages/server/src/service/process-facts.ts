import type { Engine } from '@platen/engine';
import type { Role } from '../config/config.ts';
import type { ProcessFacts } from '../credits/process-facts.ts';
import { VERSION } from '../version.ts';

/** What this process tells of itself. */
export function processFacts(
  engine: Pick<Engine, 'health'>,
  { role, startedAt }: { readonly role: Role; readonly startedAt: string },
): ProcessFacts {
  const { browser, isolation, running, queued, concurrency } = engine.health();
  const converts = role !== 'api';
  return {
    role,
    version: VERSION,
    browser: converts ? browser : null,
    isolation: converts ? isolation : null,
    started_at: startedAt,
    running,
    queued,
    concurrency,
  };
}
