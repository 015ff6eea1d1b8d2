import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { codeOf, openKind, outgoing, sha256Of } from '../testing/delivering.ts';
import { type FileServer, startFtp, startFtps, startSftp, startWebdav } from '../testing/file-servers.ts';
import { faultOf } from './fault-of.ts';
import type { OutgoingFile } from './kind.ts';
import { kindOf } from './kinds.ts';
import { probe } from './probe.ts';
import { put } from './put.ts';

/** The same for each kind whose server keeps files in folders: a real one, read by the file system. */
const SERVERS: Readonly<Record<string, () => Promise<FileServer>>> = {
  sftp: startSftp,
  webdav: startWebdav,
  ftp: startFtp,
  ftps: trustedFtps,
};

/** A way to a server that breaks, or carries nothing more, when a file is half sent. */
async function faltering(to: number, { silent }: { readonly silent: boolean }) {
  const sockets = new Set<Socket>();
  let falters = false;
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
    }
    near.on('data', (bytes) => void (falters || far.write(bytes)));
    far.on('data', (bytes) => void (falters || near.write(bytes)));
    near.on('close', () => far.destroy());
    far.on('close', () => void (falters || near.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  let sent = 0;
  return {
    port: (server.address() as AddressInfo).port,
    /** @returns whether it falters from now on */
    falters(bytes: number): boolean {
      sent += bytes;
      const begins = !falters && sent > 1_500_000;
      if (begins) falters = true;
      if (begins && !silent) for (const socket of sockets) socket.resetAndDestroy();
      return begins;
    },
  };
}

async function trustedFtps(): Promise<FileServer> {
  const server = await startFtps();
  const before = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...before, server.certificate]);
  return {
    ...server,
    close: () => {
      tls.setDefaultCACertificates(before);
      server.close();
    },
  };
}

describe.each(Object.keys(SERVERS))('%s', (name) => {
  const kind = name === 'ftps' ? 'ftp' : name;
  let server: FileServer;
  beforeAll(async () => {
    server = await (SERVERS[name] as () => Promise<FileServer>)();
  });
  afterAll(() => server?.close());
  const open = (over: object = {}) => openKind(kind, { ...server.settings, ...over });
  /** The next try. A server may hold the file of the one before until it hears of its end: then this fails too. */
  const writeAgain = async (file: OutgoingFile) => {
    const next = await open();
    await next.write({ ...file, attempt: 2 }).finally(() => next.close?.());
  };
  const read = (file: string) => readFileSync(path.join(server.folder, file));

  it('writes a file into folders that it makes, whole, and with nothing beside it', async () => {
    const host = await open();
    const file = outgoing('2030/Rechnung – Ä #1 100%.pdf', { size: 3_000_000 });
    const { location } = await host.write(file);
    expect(location).toMatch(/^(?:sftp|ftps?|http):\/\/127\.0\.0\.1:\d+\/.*2030\//);
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
    await expect.poll(() => codeOf(kind, () => writeAgain(file))).toBeUndefined();
    expect(read('broken.pdf')).toEqual(file.content);
    expect(readdirSync(server.folder).filter((name) => name.includes('broken'))).toEqual(['broken.pdf']);
  });

  it.each([
    ['is gone', 'connection_failed'],
    ['is silent', 'timeout'],
  ] as const)('F15: whose server %s in the middle has no part of the file: %s', async (what, code) => {
    const before = readdirSync(server.folder);
    const content = outgoing(`${what.replaceAll(' ', '-')}.pdf`, { size: 3_000_000 });
    const way = await faltering(server.port, { silent: what === 'is silent' });
    const at =
      kind === 'webdav' ? { url: String(server.settings.url).replace(/:\d+/, `:${way.port}`) } : { port: way.port };
    const half = async () => {
      const host = await openKind(kind, { ...server.settings, ...at }, { patience: 1_500 });
      const open = async function* () {
        for await (const piece of content.open()) {
          // The half of it is under way.
          if (way.falters(piece.length)) await new Promise((resolve) => setTimeout(resolve, 50));
          yield piece;
        }
      };
      await host.write({ ...content, open }).finally(() => host.close?.().catch(() => {}));
    };
    expect(await codeOf(kind, half)).toBe(code);
    expect(existsSync(path.join(server.folder, content.path))).toBe(false);
    await expect.poll(() => codeOf(kind, () => writeAgain(content))).toBeUndefined();
    expect(sha256Of(read(content.path))).toBe(content.sha256);
    expect(readdirSync(server.folder).sort()).toEqual([...before, content.path].sort());
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
    const wrong = name === 'sftp' || name === 'ftps' ? { username: 'nobody-of-this-name' } : { password: 'wrong' };
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

describe('FTPS', () => {
  /** A server that greets, and answers what begins encryption with one line. */
  async function greeting(answer: string) {
    const said: string[] = [];
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.write('220 ready\r\n');
      socket.on('data', (bytes) => {
        if (said.push(bytes.toString('latin1')) === 1) socket.write(answer);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const settings = { host: '127.0.0.1', port, username: 'ada', password: 'canary-password' };
    const open = (secure: string) => codeOf('ftp', () => openKind('ftp', { ...settings, secure }, { patience: 500 }));
    return { said, open };
  }

  it.each<readonly [secure: string, answer: string, code: string]>([
    ['explicit', '502 not implemented\r\n', 'tls_error'],
    ['explicit', '234 begin\r\n230 signed in\r\n', 'timeout'],
    ['explicit', '234 begin\r\n', 'timeout'],
    ['implicit', '230 signed in\r\n', 'tls_error'],
  ])('that is %s sends no password to a server that says %j', async (secure, answer, code) => {
    const { said, open } = await greeting(answer);
    expect(await open(secure)).toBe(code);
    expect(said.join('')).not.toContain('USER');
  });

  it('is not spoken with a server whose certificate nobody has signed', async () => {
    const server = await startFtps();
    onTestFinished(() => server.close());
    expect(await codeOf('ftp', () => openKind('ftp', server.settings))).toBe('tls_error');
  });
});
