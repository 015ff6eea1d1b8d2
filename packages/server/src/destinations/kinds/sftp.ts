import { createHash } from 'node:crypto';
import type { ConnectConfig, SFTPWrapper, utils } from 'ssh2';
import { z } from 'zod';
import { DeliveryFault, type DeliveryFaultCode } from '../faults.ts';
import { defineKind, type FileHost, type Way } from '../kind.ts';
import { folderField, hostField, portField, userField } from '../server-fields.ts';
import { sftpHost } from './sftp-host.ts';

const settings = z.strictObject({
  host: hostField,
  port: portField.optional().describe('Default: 22.'),
  username: userField,
  password: z.string().min(1).max(1_000).optional(),
  private_key: z.string().min(1).max(20_000).optional().describe('OpenSSH or PEM, in place of a password.'),
  passphrase: z.string().min(1).max(1_000).optional().describe('Of the private key.'),
  host_key: z
    .string()
    .max(2_000)
    .regex(/^(?:SHA256:[A-Za-z0-9+/]{43}=?|(?:ssh|ecdsa|sk-ssh|rsa)-[a-z0-9@.-]+ [A-Za-z0-9+/=]+(?: .*)?)$/, {
      error: 'must be a fingerprint like SHA256:… or a public key like ssh-ed25519 AAAA…',
    })
    .describe('Key of the server, as `ssh-keyscan HOST` or `ssh-keygen -lf` prints it; no other is talked to.'),
  folder: folderField.optional(),
});
type Settings = z.output<typeof settings>;

const STATUS: Readonly<Record<number, DeliveryFaultCode>> = {
  2: 'not_found',
  3: 'permission_denied',
  // "no space" of OpenSSH comes as a mere failure, too.
  4: 'rejected',
  6: 'connection_failed',
  7: 'connection_failed',
  14: 'quota_full',
  15: 'quota_full',
};

/** SFTP (draft-ietf-secsh-filexfer-02), over SSH to a server whose key is known. */
export const SFTP = defineKind({
  name: 'sftp',
  title: 'SFTP',
  settings,
  secrets: ['password', 'private_key', 'passphrase'],
  addresses: ({ host, port = 22 }) => [{ host, port }],
  open: async (given, way) => await connect(given, way),
  faultOf: (error) => {
    const { code, level, message = '' } = error as { code?: unknown; level?: string; message?: string };
    if (level === 'client-authentication') return 'credentials_refused';
    if (level === 'client-timeout') return 'timeout';
    if (/no space|quota|disk full/i.test(message)) return 'quota_full';
    if (/no matching|handshake failed|protocol/i.test(message)) return 'connection_failed';
    if (/cannot parse privatekey|encrypted.*key|passphrase/i.test(message)) return 'credentials_refused';
    return typeof code === 'number' ? STATUS[code] : undefined;
  },
});

async function connect(given: Settings, way: Way): Promise<FileHost> {
  const { host, port = 22, username, password, private_key: privateKey, passphrase } = given;
  // Loaded here only: most services send nothing to such a server.
  const { default: ssh2 } = await import('ssh2');
  const sock = await way.client.connect({ host, port }, way.signal);
  const client = new ssh2.Client();
  let isOther = false;
  const config: ConnectConfig = {
    sock,
    username,
    ...(password === undefined ? {} : { password }),
    ...(privateKey === undefined ? {} : { privateKey }),
    ...(passphrase === undefined ? {} : { passphrase }),
    readyTimeout: way.patience,
    keepaliveInterval: Math.ceil(way.patience / 3),
    keepaliveCountMax: 3,
    hostVerifier: (key: Buffer) => {
      isOther = !isKey(key, given.host_key, ssh2.utils);
      return !isOther;
    },
  };
  const end = () => {
    client.destroy();
    sock.destroy();
  };
  way.signal.addEventListener('abort', end, { once: true });
  try {
    const sftp = await new Promise<SFTPWrapper>((resolve, reject) => {
      client.on('error', (error) => reject(isOther ? new DeliveryFault('host_key_mismatch', { detail: host }) : error));
      client.on('close', () => reject(new Error('The peer closed the connection without an answer.')));
      client.once('ready', () => client.sftp((error, opened) => (error ? reject(error) : resolve(opened))));
      client.connect(config);
    });
    const close = () => {
      way.signal.removeEventListener('abort', end);
      end();
    };
    const { patience, signal } = way;
    return sftpHost({ sftp, origin: `sftp://${host}:${port}`, folder: given.folder ?? '', patience, signal, close });
  } catch (error) {
    end();
    way.signal.throwIfAborted();
    throw error;
  }
}

/** The key itself, or its fingerprint. */
function isKey(key: Buffer, expected: string, { parseKey }: Pick<typeof utils, 'parseKey'>): boolean {
  // OpenSSH leaves out the "=" at the end, others do not.
  const fingerprint = `SHA256:${createHash('sha256').update(key).digest('base64')}`.split('=', 1)[0];
  if (expected.startsWith('SHA256:')) return expected.split('=', 1)[0] === fingerprint;
  const parsed = parseKey(expected);
  const [first] = Array.isArray(parsed) ? parsed : [parsed];
  return !(first instanceof Error) && first !== undefined && first.getPublicSSH().equals(key);
}
