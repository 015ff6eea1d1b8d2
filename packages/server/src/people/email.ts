import type { LogEvents } from '../log/log.ts';

/** An email to one person. */
export interface Email {
  readonly kind: LogEvents['mail_unsent']['kind'];
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The link in the text; written to a file if there is no mail server. */
  readonly link: string;
  /** Milliseconds until the link expires. */
  readonly lasts: number;
}

/** Sends emails in the background: how long that takes must not tell who has an account. */
export interface Mailer {
  send(email: Email): void;
  /** Resolves when the email is safe: it is sent then, whatever happens to the process. Rejects if it cannot be kept. */
  keep(email: Email): Promise<void>;
  /** Resolves when nothing is under way. */
  close(): Promise<void>;
}

/** How a mail server answered. */
export type Delivery =
  | 'sent'
  /** The mail server will never accept this email. */
  | 'refused'
  /** Try again later. */
  | 'failed';

/** How emails reach a mail server. */
export interface MailTransport {
  /** @param id of the email: one that is sent twice has the same Message-ID */
  deliver(email: Email, id: string): Promise<Delivery>;
  close(): void;
}
