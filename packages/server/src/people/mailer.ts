import type { Database } from '../data/database.ts';
import type { Log } from '../log/log.ts';
import type { Vault } from '../vault/vault.ts';
import type { Email, Mailer } from './email.ts';
import { Outbox } from './outbox.ts';
import { openSmtp } from './smtp.ts';

export interface MailerOptions {
  /** `smtp://` or `smtps://`, with user and password; `?from=` is the sender. Default: the terminal. */
  readonly smtpUrl?: string;
  /** Host that the sender's address is of, unless the URL names a sender. */
  readonly host: string;
  /** Where emails wait. */
  readonly database: Database;
  /** Seals them meanwhile. */
  readonly vault: Vault;
  readonly log: Log;
  /** Writes to the terminal. Default: standard error, past the log. */
  readonly write?: (text: string) => void;
}

export function createMailer(options: MailerOptions): Mailer {
  const { smtpUrl, host, database, vault, log, write = (text) => process.stderr.write(text) } = options;
  if (smtpUrl === undefined) return terminalMailer(write);
  return new Outbox({ database, vault, log, transport: openSmtp(smtpUrl, host) });
}

function terminalMailer(write: (text: string) => void): Mailer {
  // The kind and the link: whoever has the terminal knows whom to give it to.
  const send = ({ subject, to, link }: Email) =>
    void write(`\nSMTP_URL is not set, so no mail is sent. ${subject}, for ${to}:\n\n  ${link}\n\n`);
  return { send, keep: async (email) => send(email), close: async () => {} };
}
