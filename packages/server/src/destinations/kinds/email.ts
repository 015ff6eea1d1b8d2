import path from 'node:path';
import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import type { DeliveryFaultCode } from '../faults.ts';
import { defineKind, type OutgoingFile, type Way } from '../kind.ts';
import { hostField, portField, userField } from '../server-fields.ts';

/** Bytes of an attachment: as base64 it is a third longer, and most servers take 25 MB. */
const LARGEST = 18_000_000;

const address = z.email().max(254);
const settings = z.strictObject({
  host: hostField,
  port: portField.optional().describe('Default: 465; 587 with `starttls`.'),
  starttls: z
    .boolean()
    .optional()
    .describe('Whether TLS begins by STARTTLS, without which nothing is sent. Default: with the connection.'),
  username: userField.optional(),
  password: z.string().min(1).max(1_000).optional(),
  from: address,
  to: z.array(address).min(1).max(10),
  subject: z
    .string()
    .max(200)
    .regex(/^\P{Cc}*$/u, 'must be without control characters')
    .optional()
    .describe('Default: the name of the file.'),
  text: z.string().max(10_000).optional(),
});
type Settings = z.output<typeof settings>;

/** An email with the result as its attachment, by a mail server of one's own (RFC 5321, always over TLS). */
export const EMAIL = defineKind({
  name: 'email',
  title: 'Email',
  settings,
  secrets: ['password'],
  largest: LARGEST,
  addresses: ({ host, port, starttls }) => [{ host, port: port ?? (starttls ? 587 : 465) }],
  open: async (given, way) => {
    const transport = transportOf(given, way);
    return {
      write: async (file) => {
        const { messageId } = await transport.sendMail(messageOf(given, file));
        return { location: `mailto:${given.to.join(',')}`, etag: messageId };
      },
      check: async () => void (await transport.verify()),
      close: async () => transport.close(),
    };
  },
  faultOf: (error) => {
    const {
      code,
      responseCode = 0,
      message = '',
    } = error as { code?: string; responseCode?: number; message?: string };
    if (code === 'EAUTH') return 'credentials_refused';
    if (code === 'ETIMEDOUT') return 'timeout';
    // The package writes its own code over that of TLS.
    if (code === 'ETLS' || (code === 'ESOCKET' && OF_TLS.test(message))) return 'tls_error';
    return (
      REPLIES[responseCode] ?? (responseCode >= 500 ? 'rejected' : responseCode >= 400 ? 'server_error' : undefined)
    );
  },
});

/** What OpenSSL and Node.js say of a certificate, and of a server that speaks something else. */
const OF_TLS = /certificate|\bSSL\b|altnames|unable to (?:get|verify)/i;

/** Replies of RFC 5321, section 4.2.3. */
const REPLIES: Readonly<Record<number, DeliveryFaultCode>> = {
  452: 'quota_full',
  530: 'credentials_refused',
  535: 'credentials_refused',
  550: 'permission_denied',
  552: 'too_large',
};

function transportOf({ host, port, starttls = false, username, password }: Settings, way: Way) {
  const at = port ?? (starttls ? 587 : 465);
  return createTransport({
    host,
    port: at,
    secure: !starttls,
    requireTLS: starttls,
    ...(username === undefined ? {} : { auth: { user: username, pass: password ?? '' } }),
    greetingTimeout: way.patience,
    socketTimeout: way.patience,
    disableFileAccess: true,
    disableUrlAccess: true,
    // The address that was checked, and no proxy of the environment.
    getSocket: (_options: object, done: (error: Error | null, socket?: object) => void) => {
      way.client.connect({ host, port: at }, way.signal).then(
        (connection) => done(null, { connection }),
        (error: Error) => done(error),
      );
    },
  } as Parameters<typeof createTransport>[0]);
}

function messageOf({ from, to, subject, text, host }: Settings, file: OutgoingFile) {
  const filename = path.posix.basename(file.path);
  return {
    from,
    to,
    subject: subject ?? filename,
    text: text ?? '',
    // The same in each try: a mailbox that has it already can tell.
    messageId: `<${file.metadata['platen-delivery'] ?? file.temporary}@${host}>`,
    attachments: [
      { filename, contentType: file.contentType, content: Readable.from(file.open(), { objectMode: false }) },
    ],
  };
}
