import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SFTPWrapper } from 'ssh2';
import { DeliveryFault } from '../faults.ts';
import type { FileHost, OutgoingFile } from '../kind.ts';
import { temporaryName } from '../path.ts';

/** Status "no such file" (draft-ietf-secsh-filexfer-02, section 7). */
const NO_SUCH_FILE = 2;
/** Bytes that are on their way without an answer. */
const AHEAD = 1024 * 1024;

export interface SftpOptions {
  readonly sftp: SFTPWrapper;
  /** `sftp://host:port`, for locations. */
  readonly origin: string;
  /** Folder that paths start in. */
  readonly folder: string;
  /** Milliseconds that the server may be silent. */
  readonly patience: number;
  readonly signal: AbortSignal;
  close(): void;
}

/** Files over a session of SFTP. A file gets its name when it is whole. */
export function sftpHost({ sftp, origin, folder, patience, signal, close }: SftpOptions): FileHost {
  // Requests on their way when the connection ends fail by themselves, each where it is waited for.
  sftp.on('error', () => {});
  const at = (file: string): string => path.posix.join(folder === '' ? '.' : folder, file);
  const locationOf = (file: string): string => `${origin}/${encodeURI(at(file).replace(/^\.?\//, ''))}`;
  const call = <Value>(ask: (done: (error: Error | undefined | null, value?: Value) => void) => unknown) =>
    within(
      patience,
      signal,
      new Promise<Value>((resolve, reject) => {
        ask((error, value) => (error ? reject(error) : resolve(value as Value)));
      }),
    );
  const sizeOf = async (file: string): Promise<number | undefined> => {
    try {
      return (await call<{ size: number }>((done) => sftp.stat(at(file), done))).size;
    } catch (error) {
      if ((error as { code?: unknown }).code === NO_SUCH_FILE) return undefined;
      throw error;
    }
  };
  const makeFolders = async (file: string) => {
    const names = file.split('/').slice(0, -1);
    for (let depth = 1; depth <= names.length; depth += 1) {
      const folderPath = names.slice(0, depth).join('/');
      // It fails in the same way if the folder is there already.
      if ((await sizeOf(folderPath)) === undefined)
        await call<void>((done) => sftp.mkdir(at(folderPath), done)).catch(async (error) => {
          if ((await sizeOf(folderPath)) === undefined) throw error;
        });
    }
  };
  const rename = async (from: string, to: string) => {
    try {
      // Replaces what is there, in one step, where OpenSSH is asked.
      await call<void>((done) => sftp.ext_openssh_rename(at(from), at(to), done));
    } catch (error) {
      if (!/does not support/i.test((error as Error).message)) throw error;
      if ((await sizeOf(to)) !== undefined) await call<void>((done) => sftp.unlink(at(to), done));
      await call<void>((done) => sftp.rename(at(from), at(to), done));
    }
  };
  const upload = async (file: OutgoingFile, temporary: string) => {
    const target = sftp.createWriteStream(at(temporary), { flags: 'w', highWaterMark: AHEAD } as never);
    // What was on its way when it was closed fails later.
    target.on('error', () => {});
    const end = Promise.withResolvers<never>();
    const timer = watch(patience, () => end.reject(new DeliveryFault('timeout')));
    const onClose = () => end.reject(new DeliveryFault('connection_failed'));
    const onAbort = () => end.reject(signal.reason);
    sftp.once('close', onClose);
    signal.addEventListener('abort', onAbort, { once: true });
    // It says nothing to whoever begins to listen later.
    if (signal.aborted) onAbort();
    const source = Readable.from(file.open(), { objectMode: false });
    source.on('data', () => timer.moved());
    const piped = pipeline(source, target);
    try {
      // What is asked of a session that has ended is never answered, nor is the end of its stream.
      await Promise.race([piped, end.promise]);
    } catch (error) {
      piped.catch(() => {});
      source.destroy();
      target.destroy();
      close();
      throw error;
    } finally {
      timer.end();
      sftp.off('close', onClose);
      signal.removeEventListener('abort', onAbort);
    }
  };
  return {
    write: async (file) => {
      const temporary = temporaryName(file);
      await makeFolders(file.path);
      await upload(file, temporary);
      if ((await sizeOf(temporary)) !== file.bytes) throw new DeliveryFault('hash_mismatch');
      await rename(temporary, file.path);
      return { location: locationOf(file.path) };
    },
    find: async (file) => {
      const bytes = await sizeOf(file);
      return bytes === undefined ? undefined : { bytes, location: locationOf(file) };
    },
    read: (file) => {
      const source = sftp.createReadStream(at(file));
      // Who reads is told; what fails after they have left, nobody waits for.
      source.on('error', () => {});
      return source as AsyncIterable<Uint8Array>;
    },
    remove: async (file) => await call<void>((done) => sftp.unlink(at(file), done)),
    close: async () => close(),
  };
}

/** Calls `late` when nothing has moved for so many milliseconds. */
function watch(patience: number, late: () => void): { moved(): void; end(): void } {
  let timer = setTimeout(late, patience);
  return {
    moved: () => {
      clearTimeout(timer);
      timer = setTimeout(late, patience);
    },
    end: () => clearTimeout(timer),
  };
}

async function within<Value>(patience: number, signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  let stop: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  const given = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    timer = setTimeout(() => reject(new DeliveryFault('timeout')), patience);
  });
  try {
    signal.throwIfAborted();
    return await Promise.race([work, given]);
  } finally {
    clearTimeout(timer);
    if (stop) signal.removeEventListener('abort', stop);
  }
}
