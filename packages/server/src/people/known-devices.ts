import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Reach } from '../network/client.ts';
import { DEVICE_LASTS, readCookie, writeCookie } from './cookies.ts';
import { isSecure } from './secure.ts';

export interface KnownDevicesOptions {
  readonly clock: Clock;
  readonly secret: string;
  readonly config: Reach;
}

const FORM = /^([\w-]{22})\.(\d{1,12})\.([\w-]{43})$/;

/**
 * Browsers in which an account was used before, by a cookie that is bound to its address and signed. It grants
 * no access: failed attempts from elsewhere do not slow this browser down.
 */
export class KnownDevices {
  readonly #options: KnownDevicesOptions;

  constructor(options: KnownDevicesOptions) {
    this.#options = options;
  }

  /** Names the browser, if this account was used in it. */
  find(request: FastifyRequest, email: string): string | undefined {
    const value = readCookie(request, 'device', isSecure(request, this.#options.config)) ?? '';
    const [, id = '', issued = '', signature = ''] = FORM.exec(value) ?? [];
    if (id === '') return undefined;
    const age = this.#options.clock.now() / 1_000 - Number(issued);
    if (age > DEVICE_LASTS) return undefined;
    const expected = this.#sign(id, issued, email);
    return timingSafeEqual(Buffer.from(signature, 'base64url'), expected) ? id : undefined;
  }

  /** Remembers the browser: somebody has proved to be the person. */
  remember(request: FastifyRequest, reply: FastifyReply, email: string): void {
    const id = this.find(request, email) ?? randomBytes(16).toString('base64url');
    const issued = String(Math.floor(this.#options.clock.now() / 1_000));
    const value = `${id}.${issued}.${this.#sign(id, issued, email).toString('base64url')}`;
    writeCookie(reply, 'device', { value, secure: isSecure(request, this.#options.config) });
  }

  #sign(id: string, issued: string, email: string): Buffer {
    return createHmac('sha256', this.#options.secret).update(`known device ${id} ${issued} ${email}`).digest();
  }
}
