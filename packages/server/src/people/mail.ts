import { createTransport } from 'nodemailer';
import { isLoopback } from '../access/source.ts';
import type { Log, LogEvents } from '../observe/log.ts';

/** A letter to one person. */
export interface Letter {
  readonly kind: LogEvents['mail_unsent']['kind'];
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** What the letter is about; written to the terminal if there is no mail server. */
  readonly link: string;
}

/** Sends letters in the background: how long that takes must not tell who has an account. */
export interface Mailer {
  send(letter: Letter): void;
  /** Resolves when nothing is under way. */
  close(): Promise<void>;
}

export interface MailerOptions {
  /** `smtp://` or `smtps://`, with user and password; `?from=` is the sender. Default: the terminal. */
  readonly smtpUrl?: string;
  /** Host that the sender's address is of, unless the URL names a sender. */
  readonly host: string;
  readonly log: Log;
  /** Writes to the terminal. Default: standard error, past the log. */
  readonly write?: (text: string) => void;
}

/** Milliseconds before each try. */
const TRIES = [0, 2_000, 10_000];
const PATIENCE = 10_000;
/** Letters under way; whoever asks for more than a server takes is not answered by mail. */
const MOST_UNDER_WAY = 1_000;

export function createMailer(options: MailerOptions): Mailer {
  const { smtpUrl, log, write = (text) => process.stderr.write(text) } = options;
  if (smtpUrl === undefined) return terminalMailer(write);
  const { from, transport } = openTransport(smtpUrl, options.host);
  const underWay = new Set<Promise<void>>();
  const closing = new AbortController();
  const deliver = async ({ kind, to, subject, text }: Letter) => {
    for (const delay of TRIES) {
      await pause(delay, closing.signal);
      try {
        await transport.sendMail({ from, to, subject, text, disableFileAccess: true, disableUrlAccess: true });
        return;
      } catch {
        if (closing.signal.aborted) break;
      }
    }
    log.event('mail_unsent', { kind });
  };
  return {
    send: (letter) => {
      if (underWay.size >= MOST_UNDER_WAY) return log.event('mail_unsent', { kind: letter.kind });
      const work = deliver(letter).finally(() => underWay.delete(work));
      underWay.add(work);
    },
    close: async () => {
      closing.abort();
      await Promise.all(underWay);
      transport.close();
    },
  };
}

/**
 * The mail server is the operator's own setting, as the database is: it may be at a private address. Nobody else can
 * choose it. Letters and passwords leave the machine encrypted only.
 */
function openTransport(smtpUrl: string, ownHost: string) {
  const url = new URL(smtpUrl);
  const secure = url.protocol.toLowerCase() === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const user = decodeURIComponent(url.username);
  const from = url.searchParams.get('from') ?? (user.includes('@') ? user : `platen@${ownHost}`);
  const transport = createTransport({
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && !(isLoopback(host) || host === 'localhost'),
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
  });
  return { from, transport };
}

function terminalMailer(write: (text: string) => void): Mailer {
  return {
    // The kind and the link: whoever has the terminal knows whom to give it to.
    send: ({ subject, to, link }) =>
      write(`\nSMTP_URL is not set, so no mail is sent. ${subject}, for ${to}:\n\n  ${link}\n\n`),
    close: async () => {},
  };
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds === 0 || signal.aborted) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds).unref();
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
