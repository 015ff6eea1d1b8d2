import { type Administration, ApiError, ConfigError, openAdministration, readConfig } from '@platen/server/operation';
import { UsageError } from './usage-error.ts';

export interface Streams {
  readonly out: NodeJS.WritableStream;
  readonly error: NodeJS.WritableStream;
}

interface Call<Values = object> {
  readonly values: Values & { readonly organisation?: string };
  readonly positionals: readonly string[];
}

interface KeyValues {
  readonly scope?: readonly string[];
  readonly allow?: readonly string[];
  readonly expires?: string;
  readonly rate?: string;
  readonly cap?: string;
  readonly test?: boolean;
}

/** `platen keys create NAME`. @returns exit status */
export async function createKey({ values, positionals }: Call<KeyValues>, streams: Streams): Promise<number> {
  const fields = fieldsOf(positionals[0] ?? '', values);
  return await administer(values.organisation, streams, async (administration) => {
    const { key, secret } = await administration.createKey(fields);
    streams.error.write(`${key.id} was made. The key is shown only now:\n`);
    streams.out.write(`${secret}\n`);
  });
}

/** `platen keys list`. @returns exit status */
export async function listKeys({ values }: Call, streams: Streams): Promise<number> {
  return await administer(values.organisation, streams, async (administration) => {
    for await (const key of administration.listKeys()) {
      const { id, status, mode, prefix, last4, scopes, last_used_at, name } = key;
      const used = last_used_at ?? 'never used';
      streams.out.write(`${[id, status, mode, `${prefix}…${last4}`, scopes.join(','), used, name].join('\t')}\n`);
    }
  });
}

/** `platen keys revoke ID`. @returns exit status */
export async function revokeKey({ values, positionals: [id = ''] }: Call, streams: Streams): Promise<number> {
  return await administer(values.organisation, streams, async (administration) => {
    const { name } = await administration.revokeKey(id);
    streams.error.write(`${id} (${name}) is revoked.\n`);
  });
}

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

function fieldsOf(name: string, values: KeyValues) {
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
