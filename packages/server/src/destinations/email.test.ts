import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeCertificate } from '../testing/certificate.ts';
import { codeOf, openKind, outgoing, sha256Of } from '../testing/delivering.ts';
import { startSmtpReceiver } from '../testing/smtp-receiver.ts';

/** A result as an attachment, before a mail server that speaks TLS. */

describe('email', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'platen-email-'));
  const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')] as const;
  const trusted = tls.getCACertificates('default');
  let pems: { readonly cert: string; readonly key: string };
  beforeAll(() => {
    makeCertificate({ cert, key });
    pems = { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
    tls.setDefaultCACertificates([...trusted, pems.cert]);
  });
  afterAll(() => {
    tls.setDefaultCACertificates(trusted);
    rmSync(folder, { recursive: true });
  });

  async function receiver(options: Parameters<typeof startSmtpReceiver>[0] = {}) {
    const server = await startSmtpReceiver({ tls: pems, ...options });
    onTestFinished(() => server.close());
    return server;
  }
  const open = (port: number, patience = 10_000) =>
    openKind(
      'email',
      { host: '127.0.0.1', port, from: 'platen@example.com', to: ['ada@example.com', 'bob@example.com'] },
      { patience },
    );
  const sent = (port: number, patience?: number) =>
    codeOf('email', async () => {
      const host = await open(port, patience);
      await host.write(outgoing('x.pdf')).finally(() => host.close?.());
    });
  /** The attachment, as a mail program has it. */
  const attached = (email: string): Buffer => {
    const [, boundary = ''] = /boundary="([^"]+)"/.exec(email) ?? [];
    const part = email.split(`--${boundary}`).find((each) => /^Content-Disposition: attachment/im.test(each)) ?? '';
    return Buffer.from(part.slice(part.indexOf('\r\n\r\n')), 'base64');
  };

  it('has the whole file attached, under its name, and the same id in each try', async () => {
    const server = await receiver();
    const host = await open(server.port);
    const file = outgoing('2030/Rechnung – Ä.pdf', { size: 500_000, metadata: { 'platen-delivery': 'dlv_1' } });
    expect((await host.write(file)).location).toBe('mailto:ada@example.com,bob@example.com');
    await host.write({ ...file, attempt: 2 });
    await host.close?.();
    const [first = '', second = ''] = server.emails();
    expect([first, second].map((email) => sha256Of(attached(email)))).toEqual([file.sha256, file.sha256]);
    expect(first).toMatch(/^Content-Type: application\/pdf/im);
    const idOf = (email: string) => /^Message-ID: (.*)$/im.exec(email)?.[1];
    expect([idOf(first), idOf(second)]).toEqual(['<dlv_1@127.0.0.1>', '<dlv_1@127.0.0.1>']);
    expect(server.recipients().slice(0, 2)).toEqual(['ada@example.com', 'bob@example.com']);
  });

  it('has no header and no recipient that a name of the caller would add', async () => {
    const server = await receiver();
    const host = await open(server.port);
    await host.write(outgoing('a\r\nBcc: eve@example.com\r\n\r\n<b>.pdf', { size: 10 }));
    await host.close?.();
    const [email = ''] = server.emails();
    expect(email.slice(0, email.indexOf('\r\n\r\n'))).not.toMatch(/^Bcc:/im);
    expect(server.recipients()).toEqual(['ada@example.com', 'bob@example.com']);
  });

  it.each<readonly [reply: string, code: string]>([
    ['451 later', 'server_error'],
    ['452 no room', 'quota_full'],
    ['535 who are you', 'credentials_refused'],
    ['550 not here', 'permission_denied'],
    ['552 that is much', 'too_large'],
    ['554 no', 'rejected'],
  ])('F13: a server that answers "%s" is told as %s', async (reply, code) => {
    const server = await receiver({ refuse: 1, reply });
    expect(await sent(server.port)).toBe(code);
    expect(await sent(server.port)).toBeUndefined();
    expect(server.emails()).toHaveLength(1);
  });

  it('F13: a server that is silent, goes away, is not there, or speaks no TLS is told', async () => {
    const bare = async (serve: Parameters<typeof createServer>[1]) => {
      const server = createServer(serve as never);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void server.close());
      return (server.address() as { port: number }).port;
    };
    const calm = (socket: { on(name: 'error', listen: () => void): unknown }) => socket.on('error', () => {});
    expect(await sent(await bare(((socket: never) => calm(socket)) as never), 500)).toBe('timeout');
    const gone = ((socket: { destroy(): void }) => socket.destroy()) as never;
    expect(await sent(await bare(gone))).toBe('connection_failed');
    expect(await sent(9)).toBe('connection_failed');
    const plain = ((socket: { write(text: string): void }) => socket.write('220 hello\r\n')) as never;
    expect(await sent(await bare(plain))).toBe('tls_error');
  });

  it('is not sent to a server whose certificate nobody has signed', async () => {
    const server = await receiver();
    tls.setDefaultCACertificates(trusted);
    onTestFinished(() => tls.setDefaultCACertificates([...trusted, pems.cert]));
    expect(await sent(server.port)).toBe('tls_error');
    expect(server.recipients()).toEqual([]);
  });
});
