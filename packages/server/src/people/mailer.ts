import { createTransport } from 'nodemailer';
import type { Database } from '../data/database.ts';
import type { Log, LogEvents } from '../log/log.ts';
import { isLoopback } from '../network/source.ts';
import type { Vault } from '../vault/vault.ts';
import { Outbox } from './outbox.ts';

/** A letter to one person. */
export interface Letter {
  readonly kind: LogEvents['mail_unsent']['kind'];
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** What the letter is about; written to the terminal if there is no mail server. */
  readonly link: string;
  /** Milliseconds after which the link is of no use any more. */
  readonly lasts: number;
}

/** Sends letters in the background: how long that takes must not tell who has an account. */
export interface Mailer {
  send(letter: Letter): void;
  /** Resolves when nothing is under way. */
  close(): Promise<void>;
}

/** How a mail server answered. */
export type Delivery =
  | 'sent'
  /** It does not take this letter, and never will. */
  | 'refused'
  /** Not now. */
  | 'failed';

/** The way to the mail server. */
export interface Post {
  /** @param id of the letter; the same letter that is sent twice is known by it */
  deliver(letter: Letter, id: string): Promise<Delivery>;
  close(): void;
}

export interface MailerOptions {
  /** `smtp://` or `smtps://`, with user and password; `?from=` is the sender. Default: the terminal. */
  readonly smtpUrl?: string;
  /** Host that the sender's address is of, unless the URL names a sender. */
  readonly host: string;
  /** Where letters wait. */
  readonly database: Database;
  /** Seals them meanwhile. */
  readonly vault: Vault;
  readonly log: Log;
  /** Writes to the terminal. Default: standard error, past the log. */
  readonly write?: (text: string) => void;
}

/** Milliseconds that a mail server may take for each step. */
const PATIENCE = 10_000;

export function createMailer(options: MailerOptions): Mailer {
  const { smtpUrl, host, database, vault, log, write = (text) => process.stderr.write(text) } = options;
  if (smtpUrl === undefined) return terminalMailer(write);
  return new Outbox({ database, vault, log, post: openPost(smtpUrl, host) });
}

/**
 * The mail server is the operator's own setting, as the database is: it may be at a private address. Nobody else can
 * choose it. Letters and passwords leave the machine encrypted only.
 */
function openPost(smtpUrl: string, ownHost: string): Post {
  const url = new URL(smtpUrl);
  const secure = url.protocol.toLowerCase() === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const user = decodeURIComponent(url.username);
  const from = url.searchParams.get('from') ?? (user.includes('@') ? user : `platen@${ownHost}`);
  const transport = createTransport({
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && !(isLoopback(host) || host === 'localhost'),
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
  });
  return {
    deliver: async ({ to, subject, text }, id) => {
      const messageId = `<${id}@${ownHost}>`;
      try {
        await transport.sendMail({
          from,
          to,
          subject,
          text,
          messageId,
          disableFileAccess: true,
          disableUrlAccess: true,
        });
        return 'sent';
      } catch (error) {
        return isFinal(error) ? 'refused' : 'failed';
      }
    },
    close: () => transport.close(),
  };
}

/** Whether a mail server will never take a letter: it does not know the mailbox (RFC 5321, section 4.2.1). */
function isFinal(error: unknown): boolean {
  const { code, responseCode } = error as { readonly code?: unknown; readonly responseCode?: unknown };
  const isOfLetter = code === 'EENVELOPE' || code === 'EMESSAGE';
  return isOfLetter && typeof responseCode === 'number' && responseCode >= 500;
}

function terminalMailer(write: (text: string) => void): Mailer {
  return {
    // The kind and the link: whoever has the terminal knows whom to give it to.
    send: ({ subject, to, link }) =>
      write(`\nSMTP_URL is not set, so no mail is sent. ${subject}, for ${to}:\n\n  ${link}\n\n`),
    close: async () => {},
  };
}
