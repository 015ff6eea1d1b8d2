import type { AccountsService, Answer } from './accounts.ts';

/** Keeps cookies and says where its requests come from, as a browser with a page of the service does. */
export class Browser {
  readonly #service: AccountsService;
  readonly #headers: Record<string, string>;
  readonly cookies = new Map<string, string>();

  /** @param headers Sent with each request. Default: those of a page of the service. */
  constructor(service: AccountsService, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) {
    this.#service = service;
    this.#headers = headers;
  }

  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.#service.ask(method, path, {
      key: '',
      body,
      headers: { ...this.#headers, ...(cookie === '' ? {} : { cookie }), ...headers },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/; Max-Age=0/.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  post(path: string, body: unknown = {}): Promise<Answer> {
    return this.send('POST', path, body);
  }

  get(path: string): Promise<Answer> {
    return this.send('GET', path);
  }
}

export const PASSWORD = 'a long sentence of my own';

/** The token of the last link that was written to the terminal. */
export async function lastToken(service: AccountsService, seen = 0): Promise<string> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const tokens = [...service.terminal().matchAll(/#token=(\S+)/g)].map(([, token]) => token ?? '');
    const token = tokens.at(-1);
    if (token !== undefined && tokens.length > seen) return token;
    if (Date.now() > deadline) throw new Error('No link was written.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Links that were written to the terminal. */
export const linksWritten = (service: AccountsService): number => service.terminal().match(/#token=/g)?.length ?? 0;

/** Somebody who signed up first, and so owns the first organisation. */
export async function signUpFirst(service: AccountsService, email = 'ada@example.com'): Promise<Browser> {
  const browser = new Browser(service);
  const setup_code = await service.setupCode();
  const answer = await browser.post('/v1/auth/sign-up', { name: 'Ada', email, password: PASSWORD, setup_code });
  if (answer.body.status !== 'signed_in') throw new Error(`Nobody signed up: ${JSON.stringify(answer.body)}`);
  return browser;
}

/** Somebody who was invited by `owner`, has signed up and is signed in. */
export async function signUpInvited(
  service: AccountsService,
  { owner, role, email }: { readonly owner: Browser; readonly role: string; readonly email: string },
): Promise<Browser> {
  const seen = linksWritten(service);
  const invited = await owner.post('/v1/invitations', { email, role });
  if (invited.status !== 201) throw new Error(`Nobody was invited: ${JSON.stringify(invited.body)}`);
  const browser = new Browser(service);
  const invitation = await lastToken(service, seen);
  const answer = await browser.post('/v1/auth/sign-up', { name: role, email, password: PASSWORD, invitation });
  if (answer.body.status !== 'signed_in') throw new Error(`Nobody signed up: ${JSON.stringify(answer.body)}`);
  return browser;
}
