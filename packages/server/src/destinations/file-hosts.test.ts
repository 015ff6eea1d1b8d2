import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, openKind, outgoing, sha256Of } from '../testing/delivering.ts';
import { type FileServer, startFtp, startSftp, startWebdav } from '../testing/file-servers.ts';
import { faultOf } from './fault-of.ts';
import { kindOf } from './kinds.ts';
import { probe } from './probe.ts';
import { put } from './put.ts';

/** The same for each kind whose server keeps files in folders: a real one, read by the file system. */
const KINDS: Readonly<Record<string, () => Promise<FileServer>>> = {
  sftp: startSftp,
  webdav: startWebdav,
  ftp: startFtp,
};

describe.each(Object.keys(KINDS))('%s', (kind) => {
  let server: FileServer;
  beforeAll(async () => {
    server = await (KINDS[kind] as () => Promise<FileServer>)();
  });
  afterAll(() => server?.close());
  const open = (over: object = {}) => openKind(kind, { ...server.settings, ...over });
  const read = (file: string) => readFileSync(path.join(server.folder, file));

  it('writes a file into folders that it makes, whole, and with nothing beside it', async () => {
    const host = await open();
    const file = outgoing('2030/Rechnung – Ä #1 100%.pdf', { size: 3_000_000 });
    const { location } = await host.write(file);
    expect(location).toMatch(/^(?:sftp|ftp|http):\/\/127\.0\.0\.1:\d+\/.*2030\//);
    expect(sha256Of(read(file.path))).toBe(file.sha256);
    expect(readdirSync(path.join(server.folder, '2030'))).toEqual([path.basename(file.path)]);
    const again = outgoing(file.path, { size: 10 });
    await host.write(again);
    expect(read(file.path)).toEqual(again.content);
    await host.close?.();
  });

  it('keeps files that are there, as it is told, and knows its own from an earlier try', async () => {
    const host = await open();
    const file = outgoing('kept.pdf');
    writeFileSync(path.join(server.folder, 'kept.pdf'), 'of somebody else');
    expect(await codeOf(kind, () => put(host, file, 'fail'))).toBe('file_exists');
    expect((await put(host, file, 'rename')).path).toBe('kept (2).pdf');
    // The server died before it could say that the file has arrived.
    expect((await put(host, { ...file, attempt: 2 }, 'rename')).path).toBe('kept (2).pdf');
    expect(read('kept (2).pdf')).toEqual(file.content);
    expect(read('kept.pdf').toString()).toBe('of somebody else');
    await host.close?.();
  });

  it('shows no part of a file that breaks off, and the next try leaves nothing over', async () => {
    const host = await open();
    const file = outgoing('broken.pdf', { size: 500_000 });
    const broken = async function* () {
      yield file.content.subarray(0, 300_000);
      throw new Error('The source broke.');
    };
    await expect(host.write({ ...file, open: broken })).rejects.toThrow();
    await host.close?.();
    expect(existsSync(path.join(server.folder, 'broken.pdf'))).toBe(false);
    const next = await open();
    await next.write(file);
    expect(read('broken.pdf')).toEqual(file.content);
    expect(readdirSync(server.folder).filter((name) => name.includes('broken'))).toEqual(['broken.pdf']);
    await next.close?.();
  });

  it('is tested by a small file that is gone again', async () => {
    const host = await open();
    const before = readdirSync(server.folder);
    const probed = await probe(host, { folder: '', codeOf: (error) => faultOf(error, kindOf(kind)).code });
    expect(probed).toEqual({ write: 'ok', read: 'ok', remove: 'ok', left: null });
    expect(readdirSync(server.folder)).toEqual(before);
    await host.close?.();
  });

  it('says what is wrong: credentials, nobody there, a private address', async () => {
    const wrong = kind === 'sftp' ? { username: 'nobody-of-this-name' } : { password: 'wrong' };
    const write = async (over: object) => {
      const host = await open(over);
      await host.write(outgoing('x.pdf'));
      await host.close?.();
    };
    expect(await codeOf(kind, () => write(wrong))).toBe('credentials_refused');
    const nobody = kind === 'webdav' ? { url: 'http://127.0.0.1:9/' } : { port: 9 };
    expect(await codeOf(kind, () => write(nobody))).toBe('connection_failed');
    const guarded = () => openKind(kind, server.settings, { allow: [] }).then((host) => host.write(outgoing('x.pdf')));
    expect(await codeOf(kind, guarded)).toBe('address_refused');
    if (kind !== 'sftp') return;
    const other = `SHA256:${'A'.repeat(43)}`;
    expect(await codeOf(kind, () => write({ host_key: other }))).toBe('host_key_mismatch');
  });
});
