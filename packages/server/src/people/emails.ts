import { RateLimit } from '../access/rate-limit.ts';
import type { Clock } from '../clock.ts';
import type { Email, Mailer } from './email.ts';

export interface EmailsOptions {
  readonly mailer: Mailer;
  readonly clock: Clock;
  /** Origin that links begin with: never what a request says of itself. */
  readonly origin: () => string;
}

const HOUR = 3_600_000;
/** Milliseconds that the links are valid, or that the email is worth sending. */
const LASTS = {
  verification: 24 * HOUR,
  account: 24 * HOUR,
  reset: HOUR,
  invitation: 7 * 24 * HOUR,
  trouble: 3 * 24 * HOUR,
  billing: 7 * 24 * HOUR,
} as const;

/** Most emails to one address in a minute, so that nobody can flood another's mailbox. */
const A_MINUTE = 2;

/** What stops the work of an organisation. */
interface Trouble {
  readonly kind: 'endpoint_disabled' | 'credits_exhausted' | 'connection_revoked';
  /** Its name. */
  readonly organisation: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** What owners are told, with the page that helps. */
const TROUBLES: Readonly<
  Record<
    Trouble['kind'],
    (
      name: string,
      facts: Trouble['facts'],
    ) => { readonly page: string; readonly subject: string; readonly text: string }
  >
> = {
  credits_exhausted: (name, { pool, used, included }) => ({
    page: '/docs/guides/webhooks',
    subject: 'Your credits are used up',
    text: `${name} has used all of its ${pool === 'credits' ? 'credits' : String(pool).replaceAll('_', ' ')} of this period (${used} of ${included}). Requests that need more are refused until the next period, a larger plan, or a higher ceiling for credits beyond the plan.`,
  }),
  endpoint_disabled: (name, { endpoint_id: id, reason, failing_since: since }) => ({
    page: '/docs/guides/webhooks',
    subject: 'A webhook endpoint was disabled',
    text: `Nothing more is sent to the webhook endpoint ${id} of ${name}: ${
      reason === 'gone' ? 'it answered 410 Gone' : `nothing has arrived there since ${since}`
    }. Events are kept for 30 days. When the endpoint works again, enable it with PATCH /v1/webhooks/${id} {"enabled": true}: what was held is sent then.`,
  }),
  connection_revoked: (name, { connection_id: id, kind }) => ({
    page: '/connections',
    subject: 'A connection has to be connected again',
    text: `The account behind the connection ${id} (${kind}) of ${name} does not let the service in any more. Results are kept until they expire, but nothing is sent there. Connect it again, then have what has failed sent with POST /v1/jobs/{id}/deliver.`,
  }),
};

/** The emails that the service sends to people. */
export class Emails {
  readonly #options: EmailsOptions;
  readonly #limit: RateLimit;

  constructor(options: EmailsOptions) {
    this.#options = options;
    this.#limit = new RateLimit({ limit: A_MINUTE, clock: options.clock });
  }

  verification(to: string, token: string): void {
    const link = this.#link('verify', token);
    this.#send({
      kind: 'verification',
      to,
      subject: 'Verify your email address',
      link,
      text: `Someone, most likely you, has signed up with this address. To verify it, open this link within a day:\n\n${link}\n\nIf it was not you, ignore this email.\n`,
    });
  }

  /** To someone who signs up with an address that has an account. */
  account(to: string): void {
    const link = `${this.#options.origin()}/sign-in`;
    this.#send({
      kind: 'account',
      to,
      subject: 'You already have an account',
      link,
      text: `Someone, most likely you, has tried to sign up with this address, which has an account already. Sign in, or reset your password if you have forgotten it:\n\n${link}\n\nIf it was not you, ignore this email.\n`,
    });
  }

  /** To the new address of somebody who has one already. */
  addressChange(to: string, token: string): void {
    const link = this.#link('verify', token);
    this.#send({
      kind: 'verification',
      to,
      subject: 'Confirm your new email address',
      link,
      text: `Someone, most likely you, wants to use this address for their account. To confirm it, open this link within a day; then sign in with it:\n\n${link}\n\nIf it was not you, ignore this email.\n`,
    });
  }

  /** To the address that was replaced. */
  addressChanged(to: string): void {
    const link = `${this.#options.origin()}/sign-in`;
    this.#send({
      kind: 'account',
      to,
      subject: 'Your email address was changed',
      link,
      text: `Your account has another email address now, and all sessions have ended. Sign in with the new one:\n\n${link}\n\nIf it was not you, tell whoever runs the service at once.\n`,
    });
  }

  reset(to: string, token: string): void {
    const link = this.#link('reset', token);
    this.#send({
      kind: 'reset',
      to,
      subject: 'Reset your password',
      link,
      text: `To choose a new password, open this link within an hour:\n\n${link}\n\nIf you did not ask for this, ignore this email; your password stays the same.\n`,
    });
  }

  invitation(to: string, { organisation, token }: { readonly organisation: string; readonly token: string }): void {
    const link = this.#link('invitation', token);
    this.#send({
      kind: 'invitation',
      to,
      subject: 'You are invited',
      link,
      text: `You are invited to join ${JSON.stringify(organisation)}. To accept, open this link within a week:\n\n${link}\n\nIf you do not expect it, ignore this email.\n`,
    });
  }

  /** To an owner, of what stops work. It is safe when this resolves. */
  async trouble(to: string, { kind, organisation, facts }: Trouble): Promise<void> {
    const { page, subject, text } = TROUBLES[kind](JSON.stringify(organisation), facts);
    const link = this.#options.origin() + page;
    await this.#options.mailer.keep({
      kind: 'trouble',
      to,
      subject,
      link,
      text: `${text}\n\n${link}\n`,
      lasts: LASTS.trouble,
    });
  }

  /** To somebody who may change what is paid. It is safe when this resolves. */
  async billing(to: string, { subject, text }: { readonly subject: string; readonly text: string }): Promise<void> {
    const link = `${this.#options.origin()}/docs/guides/billing`;
    const email = { kind: 'billing', to, subject, link, text: `${text}\n\n${link}\n`, lasts: LASTS.billing } as const;
    await this.#options.mailer.keep(email);
  }

  /** In the fragment, which browsers send to no server: a token must not come to the log of a proxy. */
  #link(page: string, token: string): string {
    return `${this.#options.origin()}/${page}#token=${token}`;
  }

  #send(email: Omit<Email, 'lasts'>): void {
    if (this.#limit.take(email.to)) this.#options.mailer.send({ ...email, lasts: LASTS[email.kind] });
  }
}
