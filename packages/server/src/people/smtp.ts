import { createTransport } from 'nodemailer';
import { isLoopback } from '../network/source.ts';
import type { MailTransport } from './email.ts';

/** Timeout of each step with a mail server, in milliseconds. */
const STEP_TIMEOUT = 10_000;

export function openSmtp(smtpUrl: string, ownHost: string): MailTransport {
  const url = new URL(smtpUrl);
  const user = decodeURIComponent(url.username);
  const from = url.searchParams.get('from') ?? (user.includes('@') ? user : `platen@${ownHost}`);
  const transport = connectionTo(url, STEP_TIMEOUT);
  return {
    deliver: async ({ to, subject, text }, id) => {
      const messageId = `<${id}@${ownHost}>`;
      try {
        await transport.sendMail({
          from,
          to,
          subject,
          text,
          messageId,
          disableFileAccess: true,
          disableUrlAccess: true,
        });
        return 'sent';
      } catch (error) {
        return isFinal(error) ? 'refused' : 'failed';
      }
    },
    close: () => transport.close(),
  };
}

/** Whether a mail server will never accept an email: there is no such mailbox (RFC 5321, section 4.2.1). */
function isFinal(error: unknown): boolean {
  const { code, responseCode } = error as { readonly code?: unknown; readonly responseCode?: unknown };
  const concernsEmail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return concernsEmail && typeof responseCode === 'number' && responseCode >= 500;
}

/**
 * The mail server is the operator's own setting, as the database is: it may be at a private address. Nobody else can
 * choose it. Emails and passwords leave the machine encrypted only.
 */
function connectionTo(url: URL, timeout: number) {
  const secure = url.protocol.toLowerCase() === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const user = decodeURIComponent(url.username);
  return createTransport({
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && !(isLoopback(host) || host === 'localhost'),
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
  });
}

/**
 * Signs in to a mail server, and sends nothing.
 * @returns undefined when it takes us; else the code of the fault, which quotes no password
 */
export async function faultOfMailServer(smtpUrl: string, { timeout = 3_000 } = {}): Promise<string | undefined> {
  const transport = connectionTo(new URL(smtpUrl), timeout);
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'it does not answer';
  } finally {
    transport.close();
  }
}
