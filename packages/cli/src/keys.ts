import { parseArgs } from 'node:util';
import { type Administration, ApiError, ConfigError, openAdministration, readConfig } from '@platen/server';
import { UsageError } from './arguments.ts';

const KEYS_USAGE = `Usage: platen keys COMMAND

  create NAME [options]     make a key; the key itself goes to standard output, and is shown only now
    --scope SCOPE           what it may do, for example convert:pdf; may be given several times (default: everything)
    --allow RANGE           address or CIDR range it may be used from; may be given several times (default: everywhere)
    --expires TIME          when it ends, for example 2030-01-31T12:00:00Z (default: never)
    --rate NUMBER           requests a minute (default: the limit of the service)
    --cap NUMBER            credits a month (default: no cap of its own)
    --test                  make a test key
  list                      all keys: id, state, what is shown of the key, scopes, last use, name
  revoke ID                 end a key at once

  --organisation ID         whose keys (default: the first organisation)
  --help                    this text

The commands work on the database that the environment names, as "platen serve" does: on PostgreSQL (DATABASE_URL) at
any time, on the data folder (PLATEN_DATA) while no service runs. A service that runs has POST /v1/keys.
`;

export interface Streams {
  readonly out: NodeJS.WritableStream;
  readonly error: NodeJS.WritableStream;
}

const OPTIONS = {
  scope: { type: 'string', multiple: true },
  allow: { type: 'string', multiple: true },
  expires: { type: 'string' },
  rate: { type: 'string' },
  cap: { type: 'string' },
  test: { type: 'boolean' },
  organisation: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** `platen keys …`. @returns exit status */
export async function runKeys(args: readonly string[], streams: Streams): Promise<number> {
  const { values, positionals } = parse(args);
  if (values.help) {
    streams.out.write(KEYS_USAGE);
    return 0;
  }
  const [command, subject, ...more] = positionals;
  if (more.length > 0) throw new UsageError(`"${more[0]}" is one argument too many.`);
  switch (command) {
    case 'create': {
      const name = required(subject, 'Name the key, for example: platen keys create "Invoices".');
      return await administer(values.organisation, streams, async (administration) => {
        const { key, secret } = await administration.createKey(fieldsOf(name, values));
        streams.error.write(`${key.id} was made. The key is shown only now:\n`);
        streams.out.write(`${secret}\n`);
      });
    }
    case 'list':
      if (subject !== undefined) throw new UsageError('"platen keys list" takes no argument.');
      return await administer(values.organisation, streams, async (administration) => {
        for await (const key of administration.listKeys()) {
          const { id, status, mode, prefix, last4, scopes, last_used_at, name } = key;
          const used = last_used_at ?? 'never used';
          streams.out.write(`${[id, status, mode, `${prefix}…${last4}`, scopes.join(','), used, name].join('\t')}\n`);
        }
      });
    case 'revoke': {
      const id = required(subject, 'Name the id of the key; "platen keys list" shows it.');
      return await administer(values.organisation, streams, async (administration) => {
        const { name } = await administration.revokeKey(id);
        streams.error.write(`${id} (${name}) is revoked.\n`);
      });
    }
    default:
      throw new UsageError(`Name what to do with keys: create, list or revoke. See "platen keys --help".`);
  }
}

/** `platen audit verify`. @returns 0 if all chains are whole, 1 if not */
export async function runAudit(args: readonly string[], streams: Streams): Promise<number> {
  if (args.length !== 1 || args[0] !== 'verify') throw new UsageError('Say "platen audit verify".');
  let broken = 0;
  const status = await administer(undefined, streams, async (administration) => {
    for (const { organisationId, rows, faults } of await administration.verifyAudit()) {
      streams.out.write(`${organisationId}: ${rows} rows, ${faults.length === 0 ? 'whole' : 'NOT WHOLE'}\n`);
      for (const { kind, seq } of faults) streams.out.write(`  row ${seq}: ${FAULTS[kind]}\n`);
      broken += faults.length;
    }
  });
  return status === 0 && broken > 0 ? 1 : status;
}

const FAULTS = {
  changed: 'it was changed',
  missing: 'it is missing',
  relinked: 'it does not follow the row before it',
  tail_removed: 'it and what followed is missing',
  head_differs: 'it is another than when it was signed',
  head_forged: 'the signed head is not signed by this instance',
  head_missing: 'there is no signed head in this data folder, so rows after this one may be missing',
} as const;

/** Does something on the database of the environment. @returns exit status */
export function administer(
  organisationId: string | undefined,
  streams: Streams,
  work: (administration: Administration) => Promise<void>,
): Promise<number> {
  return configured(streams, async () => {
    const administration = await openAdministration(readConfig(), { organisationId });
    try {
      await work(administration);
    } finally {
      await administration.close();
    }
  });
}

/** Does something that settings may be too wrong for. @returns exit status */
export async function configured({ error }: Streams, work: () => Promise<void> | void): Promise<number> {
  try {
    await work();
    return 0;
  } catch (fault) {
    if (fault instanceof ApiError && fault.entry.status < 500) throw new UsageError(fault.message);
    if (!(fault instanceof ConfigError || fault instanceof ApiError)) throw fault;
    error.write(`${fault.message}\n`);
    return 1;
  }
}

function fieldsOf(name: string, values: ReturnType<typeof parse>['values']) {
  return {
    name,
    mode: values.test ? 'test' : 'live',
    scopes: values.scope ?? ['*'],
    allowlist: values.allow ?? [],
    expires_at: values.expires ?? null,
    rate_limit: wholeNumber('rate', values.rate),
    monthly_credit_cap: wholeNumber('cap', values.cap),
  };
}

function wholeNumber(option: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^[0-9]{1,12}$/.test(text)) throw new UsageError(`"--${option}" has to be a whole number.`);
  return Number(text);
}

function required(subject: string | undefined, remedy: string): string {
  if (subject === undefined) throw new UsageError(remedy);
  return subject;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0] ?? 'The arguments cannot be read.');
  }
}
