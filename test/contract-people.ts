import { codeOf } from '../packages/server/src/testing/authenticator.ts';
import type { SmtpReceiver } from '../packages/server/src/testing/smtp-receiver.ts';

/** What an operation of people is sent with, so that it is answered as the document says. */
export interface Prepared {
  /** In place of the example: what only an email, or an id that exists, can tell. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly id?: string;
  readonly cookie?: string;
}

/** The person of the examples. */
const ADA = { name: 'Ada', email: 'ada@example.com', password: 'a long sentence of my own' };

// biome-ignore lint/suspicious/noExplicitAny: what is read of an answer is checked by what follows.
type Json = any;

/** People, links and organisations for the operations of people, made through the API itself. */
export class ContractPeople {
  readonly #url: string;
  readonly #receiver: SmtpReceiver;
  #owner = '';
  #guests = 0;

  /** @param options.receiver the mail server of the service */
  constructor({ url, receiver }: { readonly url: string; readonly receiver: SmtpReceiver }) {
    this.#url = url;
    this.#receiver = receiver;
  }

  /** The person of the examples signs up first, and so owns the first organisation. */
  async begin(setupCode: string): Promise<void> {
    this.#owner = (await this.#send('POST', '/v1/auth/sign-up', { body: { ...ADA, setup_code: setupCode } })).cookie;
  }

  async prepare(operation: string): Promise<Prepared> {
    return (await this.#special[operation]?.()) ?? { cookie: this.#owner };
  }

  readonly #special: Readonly<Record<string, () => Promise<Prepared>>> = {
    // A sign-in with the cookie of a session would end that session.
    sign_up: async () => ({}),
    sign_in: async () => ({}),
    reset_password: async () => ({}),
    verify_address: async () => {
      const body = { ...ADA, email: this.#newAddress() };
      return { body: { token: await this.#email('/v1/auth/sign-up', { body }) } };
    },
    confirm_reset: async () => {
      const { email } = await this.#guest();
      return { body: { token: await this.#email('/v1/auth/reset', { body: { email } }), password: ADA.password } };
    },
    verify_second_factor: async () => {
      const { cookie } = await this.#guest();
      const body = { password: ADA.password };
      const { json } = await this.#send('POST', '/v1/auth/two-factor/enable', { body, cookie });
      return { body: { code: codeOf(json.uri) }, cookie };
    },
    disable_two_factor: () => this.#guest(),
    sign_out: () => this.#guest(),
    enter_organisation: async () => ({ body: { organisation_id: await this.#organisation() }, cookie: this.#owner }),
    accept_invitation: async () => {
      const { cookie } = await this.#guest();
      await this.#send('POST', '/v1/organisations', { body: { name: 'Example Ltd' }, cookie });
      const { email, cookie: guest } = await this.#guest();
      const token = await this.#email('/v1/invitations', { body: { email, role: 'auditor' }, cookie });
      return { body: { token }, cookie: guest };
    },
    get_organisation: async () => ({ id: await this.#organisation(), cookie: this.#owner }),
    change_organisation: async () => ({ id: await this.#organisation(), cookie: this.#owner }),
    delete_organisation: async () => {
      const { cookie } = await this.#guest();
      const made = await this.#send('POST', '/v1/organisations', { body: { name: 'Example Ltd' }, cookie });
      return { id: made.json.organisation.id, cookie };
    },
    change_member: async () => ({ id: await this.#member(), cookie: this.#owner }),
    remove_member: async () => ({ id: await this.#member(), cookie: this.#owner }),
    cancel_invitation: async () => {
      const body = { email: this.#newAddress(), role: 'auditor' };
      const made = await this.#send('POST', '/v1/invitations', { body, cookie: this.#owner });
      return { id: made.json.invitation.id, cookie: this.#owner };
    },
  };

  /** Somebody who was invited and has signed up. */
  async #guest(): Promise<{ readonly cookie: string; readonly email: string }> {
    const email = this.#newAddress();
    const body = { email, role: 'auditor' };
    const invitation = await this.#email('/v1/invitations', { body, cookie: this.#owner });
    const { cookie } = await this.#send('POST', '/v1/auth/sign-up', { body: { ...ADA, email, invitation } });
    return { cookie, email };
  }

  async #member(): Promise<string> {
    await this.#guest();
    const { json } = await this.#send('GET', '/v1/members?limit=100', { cookie: this.#owner });
    return json.data.at(-1).id;
  }

  async #organisation(): Promise<string> {
    return (await this.#send('GET', '/v1/account', { cookie: this.#owner })).json.organisation.id;
  }

  #newAddress(): string {
    this.#guests += 1;
    return `guest${this.#guests}@example.com`;
  }

  /** The token of the email that a request has sent. */
  async #email(
    path: string,
    options: { readonly body: { readonly email: string; readonly role?: string }; readonly cookie?: string },
  ): Promise<string> {
    const seen = this.#receiver.emails().length;
    await this.#send('POST', path, options);
    const deadline = Date.now() + 10_000;
    let email: string | undefined;
    while (email === undefined) {
      if (Date.now() > deadline) throw new Error('No email came.');
      await new Promise((resolve) => setTimeout(resolve, 20));
      email = this.#receiver
        .emails()
        .slice(seen)
        .find((text) => text.includes('#token=') && text.includes(`To: ${options.body.email}\r\n`));
    }
    // Long lines come as quoted-printable (RFC 2045, section 6.7).
    const text = /quoted-printable/.test(email) ? email.replaceAll('=\r\n', '').replaceAll('=3D', '=') : email;
    return /#token=(\S+)/.exec(text)?.[1] ?? '';
  }

  async #send(method: string, path: string, options: { readonly body?: object; readonly cookie?: string }) {
    const { body, cookie = '' } = options;
    const response = await fetch(this.#url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(cookie === '' ? {} : { cookie }) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const json: Json = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`);
    return { json, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  }
}
