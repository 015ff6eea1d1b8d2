import { RateLimit } from '../access/rate-limit.ts';
import type { Clock } from '../clock.ts';
import type { Letter, Mailer } from './mail.ts';

export interface LettersOptions {
  readonly mailer: Mailer;
  readonly clock: Clock;
  /** Origin that links begin with: never what a request says of itself. */
  readonly origin: () => string;
}

const HOUR = 3_600_000;
/** Milliseconds that the links last, or that it makes sense to tell something. */
const LASTS = { verification: 24 * HOUR, account: 24 * HOUR, reset: HOUR, invitation: 7 * 24 * HOUR } as const;

/** Letters to one address in a minute: nobody can have somebody flooded. */
const A_MINUTE = 2;

/** What the service writes to people. */
export class Letters {
  readonly #options: LettersOptions;
  readonly #limit: RateLimit;

  constructor(options: LettersOptions) {
    this.#options = options;
    this.#limit = new RateLimit({ limit: A_MINUTE, clock: options.clock });
  }

  verification(to: string, token: string): void {
    const link = this.#link('verify', token);
    this.#send({
      kind: 'verification',
      to,
      subject: 'Verify your address',
      link,
      text: `Somebody, most likely you, has signed up with this address. To verify it, open this link within a day:\n\n${link}\n\nIf it was not you, leave it.\n`,
    });
  }

  /** To somebody who has signed up and has an account already. */
  account(to: string): void {
    const link = `${this.#options.origin()}/sign-in`;
    this.#send({
      kind: 'account',
      to,
      subject: 'You have an account',
      link,
      text: `Somebody, most likely you, has signed up with this address. It has an account already. Sign in, or reset the password if you have forgotten it:\n\n${link}\n\nIf it was not you, leave it.\n`,
    });
  }

  reset(to: string, token: string): void {
    const link = this.#link('reset', token);
    this.#send({
      kind: 'reset',
      to,
      subject: 'Reset your password',
      link,
      text: `To choose a new password, open this link within an hour:\n\n${link}\n\nIf you did not ask for it, leave it; your password stays.\n`,
    });
  }

  invitation(to: string, { organisation, token }: { readonly organisation: string; readonly token: string }): void {
    const link = this.#link('invitation', token);
    this.#send({
      kind: 'invitation',
      to,
      subject: 'You are invited',
      link,
      text: `You are invited to join ${JSON.stringify(organisation)}. Open this link within a week:\n\n${link}\n\nIf you do not expect it, leave it.\n`,
    });
  }

  /** In the fragment, which browsers send to no server: a token must not come to the log of a proxy. */
  #link(page: string, token: string): string {
    return `${this.#options.origin()}/${page}#token=${token}`;
  }

  #send(letter: Omit<Letter, 'lasts'>): void {
    if (this.#limit.take(letter.to)) this.#options.mailer.send({ ...letter, lasts: LASTS[letter.kind] });
  }
}
