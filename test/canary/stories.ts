import type { Neighbors } from './neighbors.ts';
import type { CanaryService } from './service.ts';
import type { Canaries } from './words.ts';

/** Requests that succeed, on every way that a document can take: what a single field cannot show. */

// biome-ignore lint/suspicious/noExplicitAny: what is read of an answer is what the next request needs.
type Json = any;

interface Answer {
  readonly status: number;
  readonly body: Json;
  readonly cookie: string;
}

export interface Teller {
  readonly service: CanaryService;
  readonly neighbors: Neighbors;
  readonly canaries: Canaries;
}

export class Stories {
  readonly #teller: Teller;
  /** Each step with how it was answered. */
  readonly steps: [string, number][] = [];

  constructor(teller: Teller) {
    this.#teller = teller;
  }

  /** A canary of a story. */
  #word(of: string): string {
    return this.#teller.canaries.make(`story: ${of}`).lower;
  }

  /** The owner, and somebody who was invited and has lost the password. */
  async people(): Promise<string> {
    const { service } = this.#teller;
    const named = (who: string) => ({
      name: this.#word(`name of ${who}`),
      password: `${this.#word(`password of ${who}`)} long`,
    });
    const owner = { ...named('a person'), email: `${this.#word('email of a person')}@example.com` };
    const { cookie } = await this.#ask('sign up', 'POST', '/v1/auth/sign-up', {
      body: { ...owner, setup_code: service.setupCode() },
      headers: { 'user-agent': this.#word('browser of a person') },
    });
    const guest = { ...named('a person'), email: `${this.#word('email of a person')}@example.com` };
    const invited = { email: guest.email, role: 'developer' };
    const invitation = await this.#emailed('invite', '/v1/invitations', { body: invited, cookie });
    await this.#ask('join', 'POST', '/v1/auth/sign-up', { body: { ...guest, invitation }, cookie: '' });
    const token = await this.#emailed('reset', '/v1/auth/reset', { body: { email: guest.email }, cookie: '' });
    const reset = { token, password: `${this.#word('new password of a person')} long` };
    await this.#ask('choose a password', 'POST', '/v1/auth/reset/confirm', { body: reset, cookie: '' });
    await this.#ask('sign in', 'POST', '/v1/auth/sign-in', {
      body: { email: guest.email, password: reset.password },
      cookie: '',
    });
    return cookie;
  }

  /** One thing of each kind that a path can name. */
  async things(): Promise<Readonly<Record<string, string>>> {
    const made = (name: string, at: string, body: object) => this.#ask(name, 'POST', at, { body });
    const content = `<p>${this.#word('template')} {{ name }}`;
    await made('template', '/v1/templates', { slug: 'letter', name: 'x', content });
    await made('snippet', '/v1/snippets', { name: 'line', content: this.#word('snippet') });
    const key = await made('key', '/v1/keys', { name: 'x', scopes: ['convert:pdf'] });
    const { url } = this.#teller.neighbors;
    const hook = { url: `${url}/broken-hook?${this.#word('address of a webhook')}`, events: ['*'] };
    const webhook = await made('webhook', '/v1/webhooks', {
      ...hook,
      headers: { 'x-word': this.#word('header of a webhook') },
    });
    const settings = { url: `${url}/refusing-files?${this.#word('address of a connection')}` };
    const connection = await made('connection', '/v1/connections', { name: 'x', kind: 'http_put', settings });
    const request = { source: { html: this.#word('schedule') } };
    const schedule = await made('schedule', '/v1/schedules', { name: 'x', cron: '@daily', request });
    await this.#ask('run a schedule', 'POST', `/v1/schedules/${schedule.body.schedule?.id}/run`);
    return {
      templates: 'letter',
      snippets: 'line',
      keys: key.body.key?.id,
      webhooks: webhook.body.webhook?.id,
      connections: connection.body.connection?.id,
      schedules: schedule.body.schedule?.id,
    };
  }

  /** Documents by jobs, batches, other APIs and analyses. */
  async documents(): Promise<void> {
    const { url } = this.#teller.neighbors;
    const job = await this.#ask('job', 'POST', '/v1/convert/pdf', {
      body: {
        ...this.#document('job'),
        webhook: {
          url: `${url}/hook?${this.#word('webhook of a job')}`,
          headers: { 'x-word': this.#word('webhook header of a job') },
        },
        destination: { kind: 'http_put', url: `${url}/files?${this.#word('destination of a job')}` },
        filename: this.#word('file name of a job'),
        download_name: this.#word('download name of a job'),
        async: true,
      },
      headers: { 'idempotency-key': `"${this.#word('idempotency key of a job')}"` },
    });
    await this.#done('job', job.body.id);
    const failing = {
      source: { html: `{{ "${this.#word('failing job')}" | no_such_filter }}` },
      data: {},
      async: true,
    };
    const failed = await this.#ask('failing job', 'POST', '/v1/convert/pdf', { body: failing });
    await this.#done('failing job', failed.body.id);
    const page = { source: { url: `${url}/page?${this.#word('address of a page')}` } };
    await this.#ask('page', 'POST', '/v1/convert/pdf', { body: page });
    const several = { ...this.#document('several outputs'), outputs: [{ format: 'pdf' }, { format: 'markdown' }] };
    await this.#ask('several outputs', 'POST', '/v1/convert', { body: several });
    const csv = `${this.#word('column')},n\n${this.#word('cell')},1\n`;
    const batch = {
      source: { html: '<p>{{ n }}' },
      format: 'pdf',
      items_csv: csv,
      result: 'merged',
      tag: this.#word('batch /tag'),
    };
    const batched = await this.#ask('batch', 'POST', '/v1/batches', { body: batch });
    await this.#ask('wait for a batch', 'GET', `/v1/batches/${batched.body.id}?wait=30`);
    await this.#ask('file of a batch', 'GET', `/v1/batches/${batched.body.id}/result`);
    await this.#ask('fill a template', 'POST', '/v1/templates/letter.pdf', {
      body: { data: { name: this.#word('data of a template') } },
    });
    await this.#ask('PDFShift', 'POST', '/v3/convert/pdf', { body: { source: `<p>${this.#word('PDFShift')}` } });
    await this.#gotenberg();
    await this.#ask('analysis', 'POST', '/api/pdf/summarize', { body: { text: this.#word('text of an analysis') } });
    const tool = { name: 'convert_html', arguments: { html: this.#word('tool of a model'), format: 'text' } };
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool };
    const accept = { accept: 'application/json, text/event-stream' };
    await this.#ask('MCP', 'POST', '/mcp', { body: call, headers: accept });
  }

  #document(of: string): object {
    return {
      source: { html: `<h1>{{ name }}</h1><p class="a">${this.#word(`content of a ${of}`)}` },
      data: { name: this.#word(`data of a ${of}`) },
      css: `.a::after { content: "${this.#word(`css of a ${of}`)}" }`,
      javascript: `console.log("${this.#word(`script of a ${of}`)}"); document.cookie = "${this.#word(`cookie of a ${of}`)}=1";
        localStorage.setItem("a", "${this.#word(`storage of a ${of}`)}")`,
      header: { source: this.#word(`header of a ${of}`) },
      metadata: { title: this.#word(`title of a ${of}`) },
      cookies: [{ name: 'a', value: this.#word(`cookie sent by a ${of}`) }],
      http_headers: { 'x-word': this.#word(`page header of a ${of}`) },
      auth: { username: 'ada', password: this.#word(`page password of a ${of}`) },
    };
  }

  async #done(name: string, id: string): Promise<void> {
    const { body } = await this.#ask(`wait for a ${name}`, 'GET', `/v1/jobs/${id}?wait=30`);
    if (body.job?.state === 'succeeded') await this.#ask(`result of a ${name}`, 'GET', `/v1/jobs/${id}/result`);
  }

  async #gotenberg(): Promise<void> {
    const { service } = this.#teller;
    const form = new FormData();
    form.append('files', new Blob([`<link rel="stylesheet" href="a.css"><p>${this.#word('Gotenberg')}`]), 'index.html');
    form.append(
      'files',
      new Blob([`/* ${this.#word('file of Gotenberg')} */`]),
      `${this.#word('file name of Gotenberg')}.css`,
    );
    const headers = {
      authorization: service.authorization,
      'gotenberg-output-filename': this.#word('file name for Gotenberg'),
    };
    const answer = await fetch(`${service.url}/forms/chromium/convert/html`, { method: 'POST', headers, body: form });
    this.steps.push(['Gotenberg', answer.status]);
    await answer.arrayBuffer();
    const { url } = this.#teller.neighbors;
    const sent = await fetch(`${service.url}/forms/chromium/convert/html`, {
      method: 'POST',
      headers: {
        ...headers,
        'gotenberg-webhook-url': `${url}/refusing-files?${this.#word('address of a webhook of Gotenberg')}`,
        'gotenberg-webhook-error-url': `${url}/hook?${this.#word('address of an error of Gotenberg')}`,
        'gotenberg-webhook-extra-http-headers': JSON.stringify({ 'x-word': this.#word('header of Gotenberg') }),
      },
      body: form,
    });
    this.steps.push(['webhook of Gotenberg', sent.status]);
    await this.#done('webhook of Gotenberg', String(sent.headers.get('x-job-id')));
  }

  /** The token of the email that a request sends. */
  async #emailed(
    name: string,
    at: string,
    sent: { readonly body: { readonly email: string }; readonly cookie: string },
  ): Promise<string> {
    await this.#ask(name, 'POST', at, sent);
    const { service } = this.#teller;
    for (;;) {
      const email = service
        .emails()
        .findLast(
          (text) => text.includes(`To: ${sent.body.email}\r\n`) && text.includes(name === 'invite' ? 'invit' : 'reset'),
        );
      // Long lines come as quoted-printable (RFC 2045, section 6.7).
      const [, token] = /#token=(\S+)/.exec(email?.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '') ?? [];
      if (token !== undefined) return token;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async #ask(
    name: string,
    method: string,
    at: string,
    {
      body,
      headers = {},
      cookie,
    }: { readonly body?: object; readonly headers?: Record<string, string>; readonly cookie?: string } = {},
  ): Promise<Answer> {
    const { service } = this.#teller;
    const ofPeople = at.startsWith('/v1/auth/') || cookie !== undefined;
    const who: Record<string, string> = ofPeople
      ? { 'sec-fetch-site': 'same-origin', cookie: cookie ?? '' }
      : { authorization: service.authorization };
    const response = await fetch(service.url + at, {
      method,
      headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...who, ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    this.steps.push([name, response.status]);
    const text = Buffer.from(await response.arrayBuffer()).toString('utf8');
    return {
      status: response.status,
      body: text.startsWith('{') ? JSON.parse(text) : text,
      cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    };
  }
}
