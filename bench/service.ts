import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/** The service as it runs for its users: a process of its own, called over HTTP with a key. */

const MAIN = path.join(import.meta.dirname, '../packages/server/src/main.ts');
const START_TIMEOUT = 60_000;
const STOP_TIMEOUT = 10_000;
const CALL_TIMEOUT = 120_000;

export interface Answer {
  readonly bytes: Buffer;
  /** Pages of a PDF; 0 for a picture. */
  readonly pages: number;
}

export interface ServiceOptions {
  /** Destinations that documents may load from, as `PLATEN_EGRESS_ALLOW` has them. */
  readonly allow: string;
  /** Whether one key may do as many things at once as an installation lets it. By default it does all the work of a bench. */
  readonly withLimits?: boolean;
}

interface BatchFacts {
  readonly total: number;
  readonly succeeded: number;
  readonly finished_at: string | null;
  readonly error_code: string | null;
}

export class Service {
  readonly #process: ChildProcess;
  readonly #folder: string;
  readonly #key = randomBytes(24).toString('hex');
  readonly #agent = new http.Agent({ keepAlive: true });
  #url = '';

  private constructor({ allow, withLimits = false }: ServiceOptions) {
    this.#folder = mkdtempSync(path.join(tmpdir(), 'platen-bench-'));
    this.#process = spawn(process.execPath, [MAIN], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: '0',
        PLATEN_DATA: path.join(this.#folder, 'data'),
        PLATEN_BOOTSTRAP_KEY: this.#key,
        PLATEN_EGRESS_ALLOW: allow,
        ...(withLimits ? {} : { PLATEN_RATE_LIMIT: '0', PLATEN_CONCURRENCY_PER_KEY: '0' }),
        // Where the machine allows no sandbox the log says so.
        PLATEN_UNSAFE_NO_SANDBOX: '1',
        LOG_LEVEL: 'error',
      },
    });
  }

  /** Starts the service; resolves when it listens. */
  static async start(options: ServiceOptions): Promise<Service> {
    const service = new Service(options);
    try {
      service.#url = await service.#listening();
      return service;
    } catch (error) {
      await service.stop();
      throw error;
    }
  }

  /** Process id of the service: the root of its tree of processes. */
  get pid(): number {
    return this.#process.pid as number;
  }

  /** Where it listens. */
  get url(): string {
    return this.#url;
  }

  /**
   * Status of `POST /v1/convert/pdf` on a connection of its own; 0 when it broke.
   * @param options.key default: the key of the bench
   */
  async statusOf(
    body: object,
    { key = this.#key, signal }: { key?: string; signal?: AbortSignal } = {},
  ): Promise<number> {
    try {
      const answer = await this.#ask('/v1/convert/pdf', body, { authorization: `Bearer ${key}` }, signal);
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      return 0;
    }
  }

  /** Has somebody own the first organization. */
  async signUp(person: {
    readonly name: string;
    readonly email: string;
    readonly password: string;
  }): Promise<Response> {
    return await this.#ask('/v1/auth/sign-up', person, { authorization: `Bearer ${this.#key}` });
  }

  /** Makes another organization, and a key of it that may do everything. */
  async addOrganization(name: string): Promise<string> {
    const person = { name: 'Ada', email: 'ada@example.com', password: randomBytes(16).toString('hex') };
    const signedUp = await this.signUp(person);
    const cookie = signedUp.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const asPerson = { cookie, 'sec-fetch-site': 'same-origin' };
    await this.#ask('/v1/organisations', { name }, asPerson);
    const made = await this.#ask('/v1/keys', { name, scopes: ['*'] }, asPerson);
    const { secret } = (await made.json()) as { secret?: string };
    if (secret === undefined) throw new Error(`no key was made: the service answered ${made.status}`);
    return secret;
  }

  /** Has a batch made; resolves when it is complete. @throws Error unless all of it succeeded */
  async batch(body: object): Promise<void> {
    const accepted = await this.json<{ id: string }>('/v1/batches', body);
    for (;;) {
      const { batch } = await this.json<{ batch: BatchFacts }>(`/v1/batches/${accepted.id}?wait=60`);
      if (batch.finished_at === null) continue;
      if (batch.succeeded === batch.total && batch.error_code === null) return;
      throw new Error(`the batch came to nothing: ${JSON.stringify(batch).slice(0, 500)}`);
    }
  }

  /** A PDF by a job whose request waits for its result. */
  async convertWaiting(body: object): Promise<void> {
    await this.#exchange('/v1/convert/pdf', body, { prefer: 'wait=60' });
  }

  /** A PDF by a job: sent, waited for, fetched. */
  async convertLater(body: object): Promise<void> {
    const accepted = await this.#exchange('/v1/convert/pdf', { ...body, async: true });
    const { id } = JSON.parse(accepted.toString('utf8')) as { id: string };
    const looked = (await this.#exchange(`/v1/jobs/${id}?wait=60`)).toString('utf8');
    const { job } = JSON.parse(looked) as { job: { status: string } };
    if (job.status !== 'succeeded') throw new Error(`the job came to nothing: ${looked.slice(0, 500)}`);
    await this.#exchange(`/v1/jobs/${id}/result`);
  }

  /** The bytes of an answer, by the connections that {@link convert} has too. */
  async #exchange(at: string, body?: object, headers: Readonly<Record<string, string>> = {}): Promise<Buffer> {
    const json = body && Buffer.from(JSON.stringify(body));
    const request = http.request(this.#url + at, {
      method: json ? 'POST' : 'GET',
      agent: this.#agent,
      timeout: CALL_TIMEOUT,
      headers: {
        ...headers,
        ...this.#asKey,
        ...(json ? { 'content-type': 'application/json', 'content-length': json.byteLength } : {}),
      },
    });
    request.on('timeout', () => request.destroy(new Error('the service did not answer')));
    request.end(json);
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    const bytes = await buffer(response);
    // Of a job that was not waited for long enough the answer is 202.
    if (![200, body && 'async' in body ? 202 : 200].includes(response.statusCode ?? 500))
      throw new Error(`the service answered ${response.statusCode}: ${bytes}`);
    return bytes;
  }

  /** A result of any endpoint, by connections that are kept. @throws Error unless it is one */
  async post(at: string, body: object): Promise<void> {
    const isForm = body instanceof FormData;
    const answer = await fetch(this.#url + at, {
      method: 'POST',
      headers: { ...this.#asKey, ...(isForm ? {} : { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(CALL_TIMEOUT),
    });
    if (answer.status !== 200)
      throw new Error(`${at} answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
    await answer.arrayBuffer();
  }

  get #asKey() {
    return { authorization: `Bearer ${this.#key}` };
  }

  /** An answer of any endpoint, by connections that are kept. */
  /** An answer of any endpoint, with the key of the bench. @throws Error unless it went well */
  async json<Answer>(at: string, body?: object): Promise<Answer> {
    return JSON.parse(await this.text(at, body)) as Answer;
  }

  /** The same as text. */
  async text(at: string, body?: object): Promise<string> {
    const answer = await fetch(this.#url + at, {
      headers: { ...this.#asKey, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(CALL_TIMEOUT),
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`the service answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
    return await answer.text();
  }

  #ask(at: string, body: object, headers: Record<string, string>, signal?: AbortSignal): Promise<Response> {
    return fetch(this.#url + at, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', connection: 'close', ...headers },
      signal: AbortSignal.any([AbortSignal.timeout(CALL_TIMEOUT), ...(signal ? [signal] : [])]),
    });
  }

  /** `POST /v1/convert/{kind}`. */
  convert(kind: 'pdf' | 'image' | 'text' | 'markdown', body: Record<string, unknown>): Promise<Answer> {
    const json = Buffer.from(JSON.stringify(body));
    return new Promise((resolve, reject) => {
      const request = http.request(`${this.#url}/v1/convert/${kind}`, {
        method: 'POST',
        agent: this.#agent,
        timeout: CALL_TIMEOUT,
        headers: {
          authorization: `Bearer ${this.#key}`,
          'content-type': 'application/json',
          'content-length': json.byteLength,
        },
      });
      request.on('response', (response) => {
        buffer(response).then((bytes) => {
          if (response.statusCode === 200) resolve({ bytes, pages: Number(response.headers['x-pages'] ?? 0) });
          else
            reject(new Error(`the service answered ${response.statusCode}: ${bytes.toString('utf8').slice(0, 500)}`));
        }, reject);
      });
      request.on('timeout', () => request.destroy(new Error('the service did not answer')));
      request.on('error', reject);
      request.end(json);
    });
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    const { exitCode, signalCode, pid } = this.#process;
    if (pid !== undefined && exitCode === null && signalCode === null) {
      const exited = new Promise((resolve) => this.#process.once('exit', resolve));
      this.#process.kill('SIGTERM');
      const timer = setTimeout(() => this.#process.kill('SIGKILL'), STOP_TIMEOUT);
      await exited;
      clearTimeout(timer);
    }
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** The address in the line that the service prints when it is ready. */
  #listening(): Promise<string> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('the service did not start in time')), START_TIMEOUT);
      this.#process.once('exit', (code) => reject(new Error(`the service ended at once (${code})`)));
      this.#process.once('error', reject);
      createInterface({ input: this.#process.stdout as Readable }).on('line', (line) => {
        const url = /^listening on (http:\S+)$/.exec(line)?.[1];
        if (url === undefined) return;
        clearTimeout(timer);
        resolve(url);
      });
    });
  }
}
