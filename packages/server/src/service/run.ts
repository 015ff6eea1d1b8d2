import { constants } from 'node:os';
import { type Config, readConfig } from '../config/config.ts';
import { ConfigError } from '../config/error.ts';
import { createStderrLog, type Log } from '../log/log.ts';
import { stackFrames } from '../log/stack-frames.ts';
import { type Service, startService } from './service.ts';

/** Exit code for a setting that cannot be used (EX_CONFIG of sysexits.h). */
const EX_CONFIG = 78;
/** Exit code for a fault of our own (EX_SOFTWARE). */
const EX_SOFTWARE = 70;

/**
 * Runs the service as this process, from its environment to its exit: one line on standard output when it listens,
 * its log on standard error, SIGTERM or SIGINT to end it, a second one to end it at once.
 * @param words what was written behind the command; it takes none, and ends with a line that says so
 */
export async function runService([word]: readonly string[] = []): Promise<void> {
  surviveBrokenOutputs();
  if (word !== undefined) {
    process.stderr.write(
      `"${word}" is not known: settings are in the environment, as in PORT=8080 script/server; see docs/settings.md\n`,
    );
    process.exit(EX_CONFIG);
  }
  let log: Log | undefined;
  try {
    const config = readConfig();
    log = createStderrLog(config.logLevel);
    endOnFault(log);
    const service = start(config, log);
    endOnSignals(service, log);
    await service;
  } catch (error) {
    log?.close();
    if (!(error instanceof Error)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(error instanceof ConfigError ? EX_CONFIG : 1);
  }
}

async function start(config: Config, log: Log): Promise<Service> {
  let freshKey: string | undefined;
  let setupCode: string | undefined;
  const showKey = () => {
    if (freshKey === undefined) return;
    process.stderr.write(`\nYour API key. It is shown only now; keep it:\n\n  ${freshKey}\n\n`);
  };
  let service: Service;
  try {
    service = await startService(config, {
      log,
      onFreshKey: (key) => {
        freshKey = key;
      },
      onSetupCode: (code) => {
        setupCode = code;
      },
    });
  } catch (error) {
    // It was made, and cannot be had again.
    showKey();
    throw error;
  }
  showKey();
  if (freshKey !== undefined) process.stderr.write(firstSteps(service.url, freshKey));
  if (setupCode !== undefined) process.stderr.write(firstPerson(config.publicUrl ?? service.url, setupCode));
  process.stdout.write(`listening on ${service.url}\n`);
  if (freshKey === undefined && config.bootstrapKey === undefined) process.stdout.write(moreKeys(config));
  return service;
}

/** How to get a key when that of the first start is lost. */
function moreKeys({ databaseUrl }: Config): string {
  const when = databaseUrl === undefined ? ', while the service is stopped' : '';
  return `another API key: platen keys create NAME${when}\n`;
}

function firstSteps(url: string, key: string): string {
  return [
    'Your first PDF:',
    '',
    `  curl ${url}/v1/convert/pdf -o hello.pdf \\`,
    `    -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\`,
    `    -d '{"source":{"html":"<h1>Hello</h1>"}}'`,
    '',
    '',
  ].join('\n');
}

/** How somebody becomes the owner, as long as there is none. */
function firstPerson(url: string, code: string): string {
  return [
    'Nobody owns this service yet. To sign in with a password, beside keys, open',
    '',
    `  ${url}/sign-up`,
    '',
    `with the setup code ${code}, which is valid until it is used.`,
    '',
    '',
  ].join('\n');
}

/** Whoever reads our output may leave (EPIPE); the service stays. */
function surviveBrokenOutputs(): void {
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
}

function endOnFault(log: Log): void {
  const end = (error: unknown) => {
    log.event('fatal_error', stackFrames(error));
    log.close();
    process.exit(EX_SOFTWARE);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}

/** Heard from the first moment: whoever ends a service that starts must not leave a browser or a lock behind. */
function endOnSignals(starting: Promise<Service>, log: Log): void {
  let ending = false;
  const end = (signal: 'SIGTERM' | 'SIGINT') => {
    if (ending) process.exit(128 + constants.signals[signal]);
    ending = true;
    const stopped = starting.then((service) => service.stop());
    // A start that fails says so itself.
    stopped.then(
      () => {
        log.close();
        process.exit(0);
      },
      () => {},
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
