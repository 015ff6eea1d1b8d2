import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../observe/log.ts';
import { type SmtpReceiver, startSmtpReceiver } from '../testing/smtp-receiver.ts';
import { Letters } from './letters.ts';
import { createMailer, type Letter } from './mail.ts';

const LETTER: Letter = {
  kind: 'reset',
  to: 'ada@example.com',
  subject: 'Reset your password',
  text: 'Open http://127.0.0.1/reset#token=secret\n',
  link: 'http://127.0.0.1/reset#token=secret',
};

let lines: string[];
let written: string[];
let receiver: SmtpReceiver | undefined;
beforeEach(() => {
  lines = [];
  written = [];
});
afterEach(async () => {
  await receiver?.close();
  receiver = undefined;
});

const open = (smtpUrl?: string) =>
  createMailer({
    smtpUrl,
    host: 'pdf.example',
    log: createLog('trace', { write: (line) => lines.push(line) }),
    write: (text) => written.push(text),
  });

describe('mail', () => {
  it('goes to the mail server, from the sender that is set', async () => {
    receiver = await startSmtpReceiver();
    const mailer = open(`smtp://127.0.0.1:${receiver.port}?from=Platen%20%3Cpdf%40example.com%3E`);
    mailer.send(LETTER);
    await expect.poll(() => receiver?.letters().length).toBe(1);
    await mailer.close();
    const [letter = ''] = receiver.letters();
    expect(letter).toContain('From: Platen <pdf@example.com>');
    expect(letter).toContain('Subject: Reset your password');
    expect(letter).toContain('/reset#token=secret');
    expect(receiver.recipients()).toEqual(['ada@example.com']);
    expect(written).toEqual([]);
  });

  it('is tried again, and comes from the host of the service unless a sender is set', async () => {
    receiver = await startSmtpReceiver({ refuse: 1 });
    const mailer = open(`smtp://127.0.0.1:${receiver.port}`);
    mailer.send(LETTER);
    await expect.poll(() => receiver?.letters().length, { timeout: 10_000 }).toBe(1);
    await mailer.close();
    expect(receiver.letters()[0]).toContain('From: platen@pdf.example');
    expect(lines).toEqual([]);
  });

  it('that cannot be sent is logged by its kind, without address or link', async () => {
    receiver = await startSmtpReceiver();
    const { port } = receiver;
    await receiver.close();
    receiver = undefined;
    const mailer = open(`smtp://127.0.0.1:${port}`);
    mailer.send(LETTER);
    await mailer.close();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ event: 'mail_unsent', kind: 'reset' }]);
    expect(lines.join()).not.toMatch(/ada@|secret/);
  });

  it('is not sent in the clear to another machine', async () => {
    // The name is this machine's, but nothing says so: a server that offers no TLS gets no letter.
    receiver = await startSmtpReceiver();
    const mailer = open(`smtp://0.0.0.0:${receiver.port}`);
    mailer.send(LETTER);
    await mailer.close();
    expect(lines).toHaveLength(1);
    expect(receiver.letters()).toEqual([]);
    expect(receiver.recipients()).toEqual([]);
  });

  it('without a server is a link on the terminal, and not in the log', async () => {
    const mailer = open();
    mailer.send(LETTER);
    await mailer.close();
    expect(written.join('')).toContain(
      'Reset your password, for ada@example.com:\n\n  http://127.0.0.1/reset#token=secret\n',
    );
    expect(lines).toEqual([]);
  });
});

describe('letters', () => {
  const letters = (now: () => number) =>
    new Letters({ mailer: open(), clock: { now }, origin: () => 'https://pdf.example' });

  it('have links to the origin that is set, with the token where no server sees it', () => {
    letters(() => 0).invitation('ada@example.com', { organisation: 'A "Ltd"', token: 'x' });
    expect(written.join('')).toContain('https://pdf.example/invitation#token=x');
  });

  it('are two a minute for one address', () => {
    let now = 0;
    const own = letters(() => now);
    for (let at = 0; at < 5; at += 1) own.reset('ada@example.com', String(at));
    own.reset('grace@example.com', '5');
    expect(written.map((text) => /token=(\d)/.exec(text)?.[1])).toEqual(['0', '1', '5']);
    now = 60_000;
    own.verification('ada@example.com', '6');
    expect(written).toHaveLength(4);
  });
});
