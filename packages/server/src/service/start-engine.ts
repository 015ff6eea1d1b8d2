import {
  createEngine,
  type Engine,
  type EngineEvent,
  IsolationRefused,
  isolationRemedy,
  templateIsolationHere,
} from '@platen/engine';
import type { Config } from '../config/config.ts';
import type { Log } from '../log/log.ts';
import { convertsForOthers } from '../network/client.ts';
import { engineWithoutBrowser } from './engine-without-browser.ts';

/**
 * The engine of a process, as its role has it. The log tells where it is walled in less than it could be.
 * @throws Error with the remedy, when the browser does not start as it is walled in here
 */
export async function startEngine(config: Config, log: Log): Promise<Engine> {
  const engine = config.role === 'api' ? engineWithoutBrowser() : await startBrowser(config, log);
  const { level, user } = templateIsolationHere();
  if (level !== 'full') {
    log.event('isolation_degraded', {
      what: 'templates',
      reads_files_of_service: user === undefined,
      remedy: isolationRemedy(level),
    });
  }
  return engine;
}

async function startBrowser(config: Config, log: Log): Promise<Engine> {
  const { egressAllow, egressDeny, allowNoSandbox, allowSharedUser, chrome, concurrency, reusePages } = config;
  try {
    return await createEngine({
      egressAllow,
      egressDeny,
      allowNoSandbox,
      allowSharedUser,
      chrome,
      concurrency,
      reusePages,
      onEvent: (event) => logEvent(log, event),
    });
  } catch (error) {
    if (error instanceof IsolationRefused) throw new Error(refusal(error, config), { cause: error });
    throw error;
  }
}

function logEvent(log: Log, { name, fields }: EngineEvent): void {
  const remedy = String(fields?.remedy);
  if (name !== 'isolation_reduced') log.event('engine', { what: name, fields });
  else if (fields?.level === 'none') log.event('sandbox_off', { remedy });
  else
    log.event('isolation_degraded', { what: 'browser', reads_files_of_service: fields?.shares_user === true, remedy });
}

/** Why it does not start, what helps, and which setting would let it start all the same. */
function refusal({ message, lacks, remedy }: IsolationRefused, config: Config): string {
  if (lacks === 'user') {
    return `${message}. ${remedy} To accept that the browser can read what the service can, set PLATEN_UNSAFE_SHARED_USER=1.`;
  }
  // Where it converts for others, no setting lets it do without.
  if (convertsForOthers(config)) return `${message}. ${remedy}`;
  return `${message}. ${remedy} To try it without a sandbox, for this machine alone, set PLATEN_UNSAFE_NO_SANDBOX=1.`;
}
