import { isIP } from 'node:net';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { Client, FTPError } from 'basic-ftp';
import { z } from 'zod';
import { DeliveryFault, type DeliveryFaultCode } from '../faults.ts';
import { defineKind, type FileHost, type Way } from '../kind.ts';
import { temporaryName } from '../path.ts';
import { folderField, hostField, portField, userField } from '../server-fields.ts';

const settings = z.strictObject({
  host: hostField,
  port: portField.optional().describe('Default: 21; with `implicit` 990.'),
  secure: z
    .enum(['explicit', 'implicit'])
    .optional()
    .describe('FTPS: by AUTH TLS (RFC 4217), or from the first byte on. Default: nothing is encrypted.'),
  username: userField,
  password: z
    .string()
    .min(1)
    .max(1_000)
    .regex(/^\P{Cc}*$/u, 'must be without control characters'),
  folder: folderField.optional(),
});
type Settings = z.output<typeof settings>;

/** Replies of RFC 959, section 4.2. */
const REPLIES: Readonly<Record<number, DeliveryFaultCode>> = {
  421: 'server_error',
  425: 'connection_failed',
  426: 'connection_failed',
  450: 'server_error',
  451: 'server_error',
  452: 'quota_full',
  530: 'credentials_refused',
  532: 'credentials_refused',
  534: 'tls_error',
  550: 'permission_denied',
  552: 'quota_full',
  553: 'permission_denied',
};

/** FTP (RFC 959) and FTPS (RFC 4217). Without `secure`, password and files cross the network in the clear. */
export const FTP = defineKind({
  name: 'ftp',
  title: 'FTP and FTPS',
  settings,
  secrets: ['password'],
  addresses: (given) => [{ host: given.host, port: portOf(given) }],
  encryption: ({ secure }) => secure,
  open: async (given, way) => await connect(given, way),
  faultOf: (error) => {
    if (error instanceof FTPError) return REPLIES[error.code] ?? (error.code >= 500 ? 'rejected' : 'server_error');
    return /timeout/i.test((error as Error | null)?.message ?? '') ? 'timeout' : undefined;
  },
});

const portOf = ({ port, secure }: Settings): number => port ?? (secure === 'implicit' ? 990 : 21);

async function connect(given: Settings, way: Way): Promise<FileHost> {
  const { host, secure, username, password } = given;
  const port = portOf(given);
  // The address that was checked; files go to the same one, whatever address the server names for them.
  const { address } = await way.client.resolve({ host, port }, way.signal);
  const client = new Client(way.patience, { allowSeparateTransferHost: false });
  const end = () => client.close();
  way.signal.addEventListener('abort', end, { once: true });
  const close = async () => {
    way.signal.removeEventListener('abort', end);
    client.close();
  };
  try {
    await greet(client, { ...given, address, port }, way);
    await client.login(username, password);
    await client.useDefaultSettings();
    const base = given.folder ?? (await client.pwd());
    return ftpHost(client, { base, origin: `${secure ? 'ftps' : 'ftp'}://${host}:${port}`, close });
  } catch (error) {
    await close();
    way.signal.throwIfAborted();
    throw error;
  }
}

/** Connects, and begins encryption before the password is sent. */
async function greet(
  client: Client,
  { host, address, port, secure }: Settings & { readonly address: string; readonly port: number },
  { patience }: Way,
): Promise<void> {
  const name = host.replace(/^\[|\]$/g, '');
  // `host` is what would be dialed: the address that was checked. An address is no server name (RFC 6066, section 3).
  const identity = { host: address, ...(isIP(name) === 0 ? { servername: name } : {}) };
  if (secure === 'implicit') return void (await client.connectImplicitTLS(address, port, identity));
  await client.connect(address, port);
  if (secure === undefined) return;
  // The library does not watch over this handshake, and does not end it when it is closed.
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeliveryFault('timeout')), patience);
  });
  try {
    await Promise.race([client.useTLS(identity), late]);
  } catch (error) {
    if (error instanceof FTPError) throw new DeliveryFault('tls_error', { detail: error.message, cause: error });
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** A file gets its name when it is whole. */
function ftpHost(
  client: Client,
  { base, origin, close }: { readonly base: string; readonly origin: string; close(): Promise<void> },
): FileHost {
  const at = (file: string): string => path.posix.join(base, file);
  const locationOf = (file: string): string => `${origin}/${encodeURI(at(file).replace(/^\//, ''))}`;
  const sizeOf = async (file: string): Promise<number | undefined> => {
    try {
      return await client.size(at(file));
    } catch (error) {
      if (error instanceof FTPError && error.code === 550) return undefined;
      throw error;
    }
  };
  return {
    write: async (file) => {
      const temporary = temporaryName(file);
      if (file.path.includes('/')) await client.ensureDir(path.posix.dirname(at(file.path)));
      const upload = () => client.uploadFrom(Readable.from(file.open(), { objectMode: false }), at(temporary));
      try {
        await upload();
      } catch (error) {
        // Some servers write over nothing, not over what an earlier try has left either.
        const isThere = error instanceof FTPError && error.code >= 550 && (await sizeOf(temporary)) !== undefined;
        if (!isThere) throw error;
        await client.remove(at(temporary));
        await upload();
      }
      if ((await sizeOf(temporary)) !== file.bytes) throw new DeliveryFault('hash_mismatch');
      try {
        await client.rename(at(temporary), at(file.path));
      } catch (error) {
        // Some servers do not rename onto a file that is there.
        if ((await sizeOf(file.path)) === undefined) throw error;
        await client.remove(at(file.path));
        await client.rename(at(temporary), at(file.path));
      }
      return { location: locationOf(file.path) };
    },
    find: async (file) => {
      const bytes = await sizeOf(file);
      return bytes === undefined ? undefined : { bytes, location: locationOf(file) };
    },
    read: async function* (file) {
      const through = new PassThrough();
      const done = client.downloadTo(through, at(file)).catch((error) => through.destroy(error));
      yield* through as AsyncIterable<Uint8Array>;
      await done;
    },
    remove: async (file) => void (await client.remove(at(file))),
    close,
  };
}
