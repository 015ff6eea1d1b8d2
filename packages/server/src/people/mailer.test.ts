import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../log/log.ts';
import { dumpDatabase, emptyDatabase } from '../testing/accounts.ts';
import { describeOnDatabases } from '../testing/database.ts';
import { type SmtpReceiver, startSmtpReceiver } from '../testing/smtp-receiver.ts';
import { openTestVault, TEST_MASTER } from '../testing/vault.ts';
import { type MasterKey, masterKey } from '../vault/master-key.ts';
import { openVault, type Vault } from '../vault/vault.ts';
import type { Email, Mailer } from './email.ts';
import { Emails } from './emails.ts';
import { linkFile } from './link-file.ts';
import { createMailer } from './mailer.ts';

const EMAIL: Email = {
  kind: 'reset',
  to: 'ada@example.com',
  subject: 'Reset your password',
  text: 'Open http://127.0.0.1/reset#token=secret\n',
  link: 'http://127.0.0.1/reset#token=secret',
  lasts: 3_600_000,
};

/** Busy machines take their time. */
const SOON = { timeout: 10_000 };

describeOnDatabases('mail', (opened) => {
  let vault: Vault;
  let lines: string[];
  let written: string[];
  let receiver: SmtpReceiver | undefined;
  let mailers: Mailer[];
  beforeEach(async () => {
    vault = await openTestVault(opened());
    lines = [];
    written = [];
    mailers = [];
  });
  afterEach(async () => {
    for (const mailer of mailers) await mailer.close();
    await receiver?.close();
    receiver = undefined;
    await emptyDatabase(opened());
  });

  /** A mailer as one server has it. */
  const open = (smtpUrl?: string, write: (text: string) => void = (text) => written.push(text)) => {
    const mailer = createMailer({
      smtpUrl,
      host: 'pdf.example',
      database: opened(),
      vault,
      log: createLog('trace', { write: (line) => lines.push(line) }),
      write,
    });
    mailers.push(mailer);
    return mailer;
  };
  const logged = () => lines.map((line) => JSON.parse(line) as { event: string; kind: string });
  const waiting = () => opened().system.selectFrom('outbox').selectAll().execute();
  /** Lets time pass for all that waits: its times are the database's. */
  const passTime = (seconds: number) =>
    sql`
      update outbox set
        next_at = next_at - make_interval(secs => ${seconds}),
        leased_until = leased_until - make_interval(secs => ${seconds}),
        expires_at = expires_at - make_interval(secs => ${seconds})
    `.execute(opened().system);

  it('goes to the mail server, from the sender that is set', async () => {
    receiver = await startSmtpReceiver();
    const mailer = open(`smtp://127.0.0.1:${receiver.port}?from=Platen%20%3Cpdf%40example.com%3E`);
    mailer.send(EMAIL);
    await expect.poll(() => receiver?.emails().length, SOON).toBe(1);
    const [email = ''] = receiver.emails();
    expect(email).toContain('From: Platen <pdf@example.com>');
    expect(email).toContain('Subject: Reset your password');
    expect(email).toContain('/reset#token=secret');
    expect(email).toMatch(/Message-ID: <eml_\w{26}@pdf\.example>/);
    expect(receiver.recipients()).toEqual(['ada@example.com']);
    expect(written).toEqual([]);
    await expect.poll(waiting, SOON).toEqual([]);
  });

  it('is tried again, and comes from the host of the service unless a sender is set', async () => {
    receiver = await startSmtpReceiver({ refuse: 1 });
    open(`smtp://127.0.0.1:${receiver.port}`).send(EMAIL);
    await expect.poll(logged, SOON).toMatchObject([{ event: 'mail_delayed', kind: 'reset', tries: 1 }]);
    await passTime(2);
    await expect.poll(() => receiver?.emails().length, SOON).toBe(1);
    expect(receiver.emails()[0]).toContain('From: platen@pdf.example');
    expect(logged()).toHaveLength(1);
  });

  it('to an owner is safe before its event counts as reported, and is sent by whichever process is there', async () => {
    receiver = await startSmtpReceiver();
    const { port } = receiver;
    await receiver.close();
    const first = open(`smtp://127.0.0.1:${port}`);
    const emails = new Emails({ mailer: first, clock: { now: () => 0 }, origin: () => 'https://pdf.example' });
    const facts = { pool: 'credits', used: 500, included: 500 };
    await emails.trouble('ada@example.com', { kind: 'credits_exhausted', organisation: 'A "Ltd"', facts });
    expect(await waiting()).toMatchObject([{ kind: 'trouble' }]);
    await first.close();
    receiver = await startSmtpReceiver();
    await passTime(2);
    open(`smtp://127.0.0.1:${receiver.port}`);
    await expect.poll(() => receiver?.emails().length, SOON).toBe(1);
    expect(receiver.emails()[0]).toContain('Subject: Your credits are used up');
    expect(receiver.recipients()).toEqual(['ada@example.com']);
  });

  it('waits sealed while there is no mail server, also for another process, and is sent once', async () => {
    receiver = await startSmtpReceiver();
    const { port } = receiver;
    await receiver.close();
    const first = open(`smtp://127.0.0.1:${port}`);
    first.send(EMAIL);
    await expect.poll(logged, SOON).toMatchObject([{ event: 'mail_delayed' }]);
    await first.close();
    expect(await waiting()).toMatchObject([{ kind: 'reset', tries: 1, holder: null, leased_until: null }]);
    const dump = await dumpDatabase(opened());
    expect(dump).not.toMatch(/ada@example|secret/);
    expect(lines.join('')).not.toMatch(/ada@example|secret/);
    receiver = await startSmtpReceiver();
    await passTime(2);
    const url = `smtp://127.0.0.1:${receiver.port}`;
    open(url);
    open(url);
    await expect.poll(() => receiver?.emails().length, SOON).toBe(1);
    await expect.poll(waiting, SOON).toEqual([]);
    expect(receiver.recipients()).toEqual(['ada@example.com']);
  });

  it('stays when a server cannot open it whose master key is the one before, and is sent by one that can', async () => {
    receiver = await startSmtpReceiver();
    const { port } = receiver;
    await receiver.close();
    const first = open(`smtp://127.0.0.1:${port}`);
    first.send(EMAIL);
    await expect.poll(logged, SOON).toHaveLength(1);
    await first.close();
    const old = await openTestVault(opened());
    const next = masterKey(Buffer.alloc(32, 6));
    const change = (current: MasterKey, previous: MasterKey) =>
      openVault({ database: opened(), masters: { current, previous, variable: 'PLATEN_MASTER_KEY' } });
    const changed = await change(next, TEST_MASTER);
    onTestFinished(async () => void (await change(TEST_MASTER, next)));
    receiver = await startSmtpReceiver();
    const url = `smtp://127.0.0.1:${receiver.port}`;
    await passTime(2);
    vault = old;
    const late = open(url);
    await expect.poll(logged, SOON).toMatchObject([{}, { event: 'mail_delayed', tries: 2 }]);
    await late.close();
    await passTime(10);
    vault = changed;
    open(url);
    await expect.poll(() => receiver?.emails().length, SOON).toBe(1);
  });

  it('of many is sent once each by several servers', async () => {
    receiver = await startSmtpReceiver();
    const url = `smtp://127.0.0.1:${receiver.port}`;
    const servers = [open(url), open(url), open(url)];
    for (let at = 0; at < 12; at += 1) servers[at % 3]?.send({ ...EMAIL, to: `p${at}@example.com` });
    await expect.poll(() => receiver?.emails().length, SOON).toBe(12);
    await expect.poll(waiting, SOON).toEqual([]);
    expect(new Set(receiver.recipients()).size).toBe(12);
    expect(receiver.recipients()).toHaveLength(12);
  });

  it('that a killed server had begun to send is sent by another when the lease is over', async () => {
    receiver = await startSmtpReceiver({ refuse: 1 });
    const url = `smtp://127.0.0.1:${receiver.port}`;
    const first = open(url);
    first.send(EMAIL);
    await expect.poll(logged, SOON).toHaveLength(1);
    await first.close();
    // As a server leaves it that dies in the middle.
    await sql`update outbox set next_at = now(), holder = 'dead', leased_until = now() + interval '60 seconds'`.execute(
      opened().system,
    );
    const second = open(url);
    second.send({ ...EMAIL, to: 'grace@example.com' });
    await expect.poll(() => receiver?.emails().length, SOON).toBe(1);
    expect(receiver.recipients().at(-1)).toBe('grace@example.com');
    await passTime(61);
    await expect.poll(() => receiver?.emails().length, SOON).toBe(2);
  });

  it('that is of no use any more is not sent, and logged by its kind, without address or link', async () => {
    receiver = await startSmtpReceiver({ refuse: 1 });
    const mailer = open(`smtp://127.0.0.1:${receiver.port}`);
    mailer.send(EMAIL);
    await expect.poll(logged, SOON).toHaveLength(1);
    await passTime(3_600);
    await expect.poll(logged, SOON).toMatchObject([{}, { event: 'mail_unsent', kind: 'reset' }]);
    expect(await waiting()).toEqual([]);
    expect(receiver.emails()).toEqual([]);
    expect(lines.join()).not.toMatch(/ada@|secret/);
  });

  it('to a mailbox that there is not is given up at once', async () => {
    receiver = await startSmtpReceiver({ unknown: 'ada@example.com' });
    open(`smtp://127.0.0.1:${receiver.port}`).send(EMAIL);
    await expect.poll(logged, SOON).toMatchObject([{ event: 'mail_unsent', kind: 'reset' }]);
    await expect.poll(waiting, SOON).toEqual([]);
  });

  it('is not sent in the clear to another machine', async () => {
    // The name is this machine's, but nothing says so: a server that offers no TLS gets no email.
    receiver = await startSmtpReceiver();
    open(`smtp://0.0.0.0:${receiver.port}`).send(EMAIL);
    await expect.poll(logged, SOON).toMatchObject([{ event: 'mail_delayed' }]);
    expect(receiver.emails()).toEqual([]);
    expect(receiver.recipients()).toEqual([]);
  });

  it('without a server is a link in a file of this user, and not on the terminal', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'platen-links-'));
    const file = path.join(folder, 'emails.txt');
    writeFileSync(file, '', { mode: 0o644 });
    const notes: string[] = [];
    const write = linkFile(folder, (text) => notes.push(text));
    for (const link of ['http://127.0.0.1/reset#token=one', 'http://127.0.0.1/reset#token=two']) write(`${link}\n`);
    expect(readFileSync(file, 'utf8')).toMatch(/^\S+Z http:\S+=one\n\S+Z http:\S+=two\n$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(notes).toEqual([`SMTP_URL is not set, so no mail is sent: links of emails are in ${file}.\n`]);
    rmSync(folder, { recursive: true });
  });

  it('that cannot be written without a server is told in the log', () => {
    const fails = () => {
      throw new Error('no room');
    };
    open(undefined, fails).send(EMAIL);
    expect(logged()).toMatchObject([{ event: 'mail_unsent', kind: 'reset' }]);
  });

  it('without a server is a link for the operator, and not in the log', async () => {
    open().send(EMAIL);
    expect(written.join('')).toContain(
      'Reset your password, for ada@example.com:\n\n  http://127.0.0.1/reset#token=secret\n',
    );
    expect(lines).toEqual([]);
    expect(await waiting()).toEqual([]);
  });
});

describe('emails', () => {
  let sent: Email[];
  beforeEach(() => {
    sent = [];
  });
  const emails = (now: () => number) => {
    const mailer = { send: (email: Email) => void sent.push(email), keep: async () => {}, close: async () => {} };
    return new Emails({ mailer, clock: { now }, origin: () => 'https://pdf.example' });
  };

  it('have links to the origin that is set, with the token where no server sees it', () => {
    emails(() => 0).invitation('ada@example.com', { organisation: 'A "Ltd"', token: 'x' });
    expect(sent).toMatchObject([{ link: 'https://pdf.example/invitation#token=x', lasts: 7 * 24 * 3_600_000 }]);
  });

  it('are two a minute for one address', () => {
    let now = 0;
    const own = emails(() => now);
    for (let at = 0; at < 5; at += 1) own.reset('ada@example.com', String(at));
    own.reset('grace@example.com', '5');
    expect(sent.map(({ link }) => /token=(\d)/.exec(link)?.[1])).toEqual(['0', '1', '5']);
    now = 60_000;
    own.verification('ada@example.com', '6');
    expect(sent).toHaveLength(4);
  });
});
