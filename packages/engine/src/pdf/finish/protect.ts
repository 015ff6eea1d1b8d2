import { createCipheriv, createHash, randomBytes } from 'node:crypto';

/** Who may open a document and what a reader lets them do. */
export interface Protection {
  /** Opens the document; empty or absent: anybody may. */
  readonly userPassword?: string;
  /** Opens the document with every right. Absent: a random one that nobody knows. */
  readonly ownerPassword?: string;
  readonly noPrint?: boolean;
  /** Reading aloud for people who need it stays allowed. */
  readonly noCopy?: boolean;
  readonly noModify?: boolean;
  readonly noAnnotate?: boolean;
  readonly noForms?: boolean;
  /** Adding, turning and removing pages. */
  readonly noAssemble?: boolean;
}

export interface Lock {
  /** The encryption dictionary as text. */
  readonly dictionary: string;
  /** Encrypts the data of a stream, or a string. */
  readonly seal: (data: Buffer) => Buffer;
}

/** Bits of `/P`, counted from zero (ISO 32000-2, table 22). */
const BITS: Readonly<Record<string, readonly number[]>> = {
  noPrint: [2, 11],
  noModify: [3],
  noCopy: [4],
  noAnnotate: [5],
  noForms: [8],
  noAssemble: [10],
};

const ZERO_VECTOR = Buffer.alloc(16);
const LONGEST_PASSWORD = 127;

/** Makes a new lock by AES-256: revision 6 of the standard security handler (ISO 32000-2, 7.6.4). */
export function createLock(protection: Protection): Lock {
  const key = randomBytes(32);
  const user = preparePassword(protection.userPassword ?? '');
  const owner = protection.ownerPassword ? preparePassword(protection.ownerPassword) : randomBytes(32);
  const u = credential(user, Buffer.alloc(0), key);
  const o = credential(owner, u.verifier, key);
  const rights = permissions(protection);
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`;
  const dictionary =
    `<</Filter/Standard/V 5/R 6/Length 256/P ${rights}/EncryptMetadata true` +
    `/U${hex(u.verifier)}/UE${hex(u.wrapped)}/O${hex(o.verifier)}/OE${hex(o.wrapped)}` +
    `/Perms${hex(sealedPermissions(rights, key))}` +
    '/CF<</StdCF<</AuthEvent/DocOpen/CFM/AESV3/Length 32>>>>/StmF/StdCF/StrF/StdCF>>';
  return { dictionary, seal: (data) => seal(data, key) };
}

/** Algorithm 1.A: a random vector in front, padding behind. */
function seal(data: Buffer, key: Buffer): Buffer {
  const vector = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', key, vector);
  return Buffer.concat([vector, cipher.update(data), cipher.final()]);
}

interface Credential {
  /** `/U` or `/O`. */
  readonly verifier: Buffer;
  /** The file's key, encrypted with the password: `/UE` or `/OE`. */
  readonly wrapped: Buffer;
}

/** Algorithms 8 and 9: the owner's entries depend on the user's, the user's on nothing. */
function credential(password: Buffer, entry: Buffer, key: Buffer): Credential {
  const [checking, wrapping] = [randomBytes(8), randomBytes(8)];
  const verifier = Buffer.concat([hardenedHash(password, checking, entry), checking, wrapping]);
  const wrapped = encrypt('aes-256-cbc', hardenedHash(password, wrapping, entry), ZERO_VECTOR, key);
  return { verifier, wrapped };
}

/** Algorithm 2.B. */
function hardenedHash(password: Buffer, salt: Buffer, entry: Buffer): Buffer {
  let hash = digest('sha256', Buffer.concat([password, salt, entry]));
  let last = 0;
  for (let round = 0; round < 64 || last > round - 32; round += 1) {
    const block = Buffer.concat([password, hash, entry]);
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => block));
    const encrypted = encrypt('aes-128-cbc', hash.subarray(0, 16), hash.subarray(16, 32), repeated);
    // The first 16 bytes as a number, modulo three: 256 leaves one, so the sum of the bytes does.
    let sum = 0;
    for (const byte of encrypted.subarray(0, 16)) sum += byte;
    hash = digest((['sha256', 'sha384', 'sha512'] as const)[sum % 3] as string, encrypted);
    last = encrypted[encrypted.length - 1] as number;
  }
  return hash.subarray(0, 32);
}

const digest = (name: string, bytes: Buffer): Buffer => createHash(name).update(bytes).digest();

function encrypt(cipherName: string, key: Buffer, vector: Buffer | null, data: Buffer): Buffer {
  const cipher = createCipheriv(cipherName, key, vector).setAutoPadding(false);
  return Buffer.concat([cipher.update(data), cipher.final()]);
}

/** `/P`: all rights (bits 1 and 2 are reserved as zero) less those that are taken. */
function permissions(protection: Protection): number {
  let rights = -4;
  for (const [name, bits] of Object.entries(BITS)) {
    if (!protection[name as keyof Protection]) continue;
    for (const bit of bits) rights &= ~(1 << bit);
  }
  return rights;
}

/** Algorithm 10. */
function sealedPermissions(rights: number, key: Buffer): Buffer {
  const block = Buffer.concat([Buffer.alloc(4), Buffer.from('\xff\xff\xff\xffTadb', 'latin1'), randomBytes(4)]);
  block.writeInt32LE(rights);
  return encrypt('aes-256-ecb', key, null, block);
}

/** SASLprep (RFC 4013) as far as it changes what people type: spaces, what is invisible, and compatible forms. */
function preparePassword(password: string): Buffer {
  const plain = password
    .replaceAll(/[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]/g, ' ')
    .replaceAll(/\u00ad|\u034f|\u1806|[\u180b-\u180d]|\u200c|\u200d|\u2060|[\ufe00-\ufe0f]|\ufeff/g, '')
    .normalize('NFKC');
  return Buffer.from(plain, 'utf8').subarray(0, LONGEST_PASSWORD);
}
