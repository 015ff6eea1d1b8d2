import type { Database } from '../data/database.ts';
import type { Log } from '../log/log.ts';
import type { Vault } from '../vault/vault.ts';
import type { Email, Mailer } from './email.ts';
import { Outbox } from './outbox.ts';
import { openSmtp } from './smtp.ts';

export interface MailerOptions {
  /** `smtp://` or `smtps://`, with user and password; `?from=` is the sender. Default: `write`. */
  readonly smtpUrl?: string;
  /** Host that the sender's address is of, unless the URL names a sender. */
  readonly host: string;
  /** Where emails wait. */
  readonly database: Database;
  /** Seals them meanwhile. */
  readonly vault: Vault;
  readonly log: Log;
  /** Where links go without a mail server; never the log. */
  readonly write: (text: string) => void;
}

export function createMailer(options: MailerOptions): Mailer {
  const { smtpUrl, host, database, vault, log, write } = options;
  if (smtpUrl === undefined) return linkMailer(write, log);
  return new Outbox({ database, vault, log, transport: openSmtp(smtpUrl, host) });
}

function linkMailer(write: (text: string) => void, log: Log): Mailer {
  // The kind and the link: whoever reads them knows whom to give them to.
  const send = ({ kind, subject, to, link }: Email) => {
    try {
      write(`${subject}, for ${to}:\n\n  ${link}\n\n`);
    } catch {
      log.event('mail_unsent', { kind });
    }
  };
  return { send, keep: async (email) => send(email), close: async () => {} };
}
