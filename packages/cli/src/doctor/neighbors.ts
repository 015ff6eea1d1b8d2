import path from 'node:path';
import {
  type Config,
  ConfigError,
  type DatabaseState,
  faultOfMailServer,
  faultOfObjects,
  inspectDatabase,
} from '@platen/server/operation';
import { type Finding, ok, problem, warning } from './finding.ts';

/** Oldest PostgreSQL that the schema is made for. */
const OLDEST = 15;
/** Milliseconds by which clocks may differ. */
const NEAR = 5_000;

export async function checkDatabase(config: Config): Promise<Finding[]> {
  try {
    const state = await inspectDatabase(config);
    if (state) return judge(state);
    return [ok('database', 'there is none yet; the first start makes an embedded one in the data folder')];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    if (/another process/.test(error.message)) {
      return [ok('database', 'embedded; a service has it open, so it was not looked into')];
    }
    return [problem('database', error.message, 'Correct DATABASE_URL, or start the database.')];
  }
}

function judge({ kind, version, schema: { applied, known }, clockAhead }: DatabaseState): Finding[] {
  const name = 'database';
  const which = `${kind === 'pglite' ? 'embedded' : 'PostgreSQL'} ${version}, schema ${applied} of ${known}`;
  const clock =
    Math.abs(clockAhead) <= NEAR
      ? []
      : [
          warning(
            'clock',
            `that of the database differs by ${Math.round(clockAhead / 1_000)} s`,
            'Set both by NTP: leases and limits are counted by them.',
          ),
        ];
  if (Number.parseInt(version, 10) < OLDEST) {
    return [problem(name, which, `Use PostgreSQL ${OLDEST} or newer.`), ...clock];
  }
  if (applied > known) return [problem(name, which, 'It is of a newer version: start that version.'), ...clock];
  if (applied < known)
    return [warning(name, which, 'The next start brings it to this version; dump it first.'), ...clock];
  return [ok(name, which), ...clock];
}

export async function checkMail({ smtpUrl }: Config): Promise<Finding[]> {
  const name = 'mail';
  if (smtpUrl === undefined)
    return [ok(name, 'SMTP_URL is not set: links of emails are written to emails.txt in the data folder')];
  const { host } = new URL(smtpUrl);
  const fault = await faultOfMailServer(smtpUrl);
  if (fault === undefined) return [ok(name, `${host} takes mail`)];
  const remedy =
    fault === 'EAUTH' ? 'Correct user and password in SMTP_URL.' : 'Correct SMTP_URL, or start the server.';
  return [problem(name, `${host} does not take mail (${fault})`, remedy)];
}

/** Whether results of jobs can be kept where the settings say. */
export async function checkObjects({ objects, databaseUrl, dataFolder }: Config): Promise<Finding[]> {
  const name = 'results';
  const kind = objects?.kind ?? (databaseUrl === undefined ? 'files' : 'database');
  if (kind === 'database') return [ok(name, 'they are kept in the database, 64 MiB each at most')];
  if (objects?.kind !== 's3') return [ok(name, `they are kept in ${path.join(dataFolder, 'objects')}`)];
  const fault = await faultOfObjects(objects);
  if (fault !== undefined) return [problem(name, fault, 'Correct PLATEN_OBJECTS and AWS_*, or the rights of the key.')];
  return [ok(name, `they are kept in the bucket "${objects.bucket}" at ${objects.endpoint}`)];
}
