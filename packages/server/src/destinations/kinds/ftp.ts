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
  port: portField.optional().describe('Default: 21.'),
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

/** FTP (RFC 959). Password and files cross the network in the clear. */
export const FTP = defineKind({
  name: 'ftp',
  title: 'FTP without encryption',
  settings,
  secrets: ['password'],
  addresses: ({ host, port = 21 }) => [{ host, port }],
  open: async (given, way) => await connect(given, way),
  faultOf: (error) => {
    if (error instanceof FTPError) return REPLIES[error.code] ?? (error.code >= 500 ? 'rejected' : 'server_error');
    return /timeout/i.test((error as Error | null)?.message ?? '') ? 'timeout' : undefined;
  },
});

async function connect(given: Settings, way: Way): Promise<FileHost> {
  const { host, port = 21, username, password } = given;
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
    await client.connect(address, port);
    await client.login(username, password);
    await client.useDefaultSettings();
    const base = given.folder ?? (await client.pwd());
    return ftpHost(client, { base, origin: `ftp://${host}:${port}`, close });
  } catch (error) {
    await close();
    way.signal.throwIfAborted();
    throw error;
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
      await client.uploadFrom(Readable.from(file.open(), { objectMode: false }), at(temporary));
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
