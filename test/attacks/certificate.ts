import { generateKeyPairSync, sign, X509Certificate } from 'node:crypto';

/** A certificate and its key as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'));
const COMMON_NAME = oid('550403');
const SUBJECT_ALTERNATIVE_NAME = oid('551d11');

/**
 * A certificate that is signed by itself (RFC 5280, section 4.1), built by hand because no tool makes one that has
 * expired.
 * @param days from now until it expires; negative for one that has
 */
export function selfSigned(host: string, days: number): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(COMMON_NAME, tlv(0x0c, Buffer.from(host)))));
  const names = sequence(tlv(0x82, Buffer.from(host)));
  const body = sequence(
    tlv(0xa0, integer(2)),
    integer(Math.trunc(Math.random() * 2 ** 31)),
    ECDSA_WITH_SHA256,
    name,
    sequence(time(-1_000), time(days)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(sequence(SUBJECT_ALTERNATIVE_NAME, tlv(0x04, names)))),
  );
  const signature = tlv(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]));
  const cert = new X509Certificate(sequence(body, ECDSA_WITH_SHA256, signature));
  return { cert: cert.toString(), key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

/** Tag, length and value (ITU-T X.690, section 8.1). */
function tlv(tag: number, value: Buffer): Buffer {
  const { length } = value;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tlv(0x30, Buffer.concat(parts));
}

function set(...parts: readonly Buffer[]): Buffer {
  return tlv(0x31, Buffer.concat(parts));
}

function oid(hex: string): Buffer {
  return tlv(0x06, Buffer.from(hex, 'hex'));
}

function integer(value: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt32BE(value, 1);
  const start = bytes.findIndex((byte, index) => byte !== 0 || (bytes[index + 1] ?? 0x80) >= 0x80);
  return tlv(0x02, bytes.subarray(start));
}

function time(days: number): Buffer {
  const date = new Date(Date.now() + days * 86_400_000);
  return tlv(0x17, Buffer.from(`${date.toISOString().replace(/\D/g, '').slice(2, 14)}Z`));
}
