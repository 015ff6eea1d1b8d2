import { hkdfSync, type KeyObject } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { steadyClock } from '../clock.ts';
import type { Database } from '../data/database.ts';
import type { Log } from '../log/log.ts';
import { openBytes, sealBytes, sealedKeyVersion } from './envelope.ts';
import { type FrameCipher, frameCipher, framesKeyVersion, newFrameCipher } from './frames.ts';
import { KeyStore, type StoredKey } from './key-store.ts';
import type { MasterKeys } from './master-key.ts';
import { adoptMasterKey } from './rotation.ts';

/** What sealed bytes belong to. They open only as what they were sealed as. */
export interface SealedObject {
  readonly organisationId: string;
  /** For example `webhook_secret`. */
  readonly kind: string;
  readonly id: string;
  /** Of an object that is kept in several. Default 0. */
  readonly version?: number;
}

/** Keeps what nobody who holds only the database, or only another organisation's rights, may read. */
export interface Vault {
  /** The bytes sealed under the organisation's newest key, a little longer than they were. */
  seal(object: SealedObject, bytes: Uint8Array): Promise<Buffer>;
  /** @throws SealError when they were changed, or were sealed as another object. */
  open(object: SealedObject, sealed: Buffer): Promise<Buffer>;
  /** What a new object too large for the memory is sealed with, frame by frame. */
  newFrames(object: SealedObject): Promise<FrameCipher>;
  /** What the frames of an object open with that begins with `header`. @throws SealError if that is none of ours */
  frames(object: SealedObject, header: Buffer): Promise<FrameCipher>;
  /** Gives the organisation a new key for what is sealed from now on. What is sealed already still opens. */
  rotateKey(organisationId: string): Promise<void>;
  /**
   * A secret of 32 bytes for `purpose`, such as `api key pepper`: the same on every start and every server of this
   * instance, also after the master key was changed, and not to be had from the database alone.
   */
  secret(purpose: string): Buffer;
}

/** Owner of the key that the instance's own secrets come from; no organisation has this id. */
const INSTANCE = 'instance';
/** Milliseconds that another server's rotation may go unnoticed. */
const REMEMBERED_FOR = 60_000;
/** Milliseconds between two events about a master key that this process does not have. */
const TOLD_EVERY = 60_000;
/** Keys that are remembered unwrapped; the ones that came first are forgotten first. */
const REMEMBERED = 2_000;

/**
 * Opens the vault of a database, and finishes the change of its master key if there is one.
 * @throws ConfigError when the database belongs to another master key.
 */
export async function openVault(options: {
  readonly database: Database;
  readonly masters: MasterKeys;
  readonly clock?: Clock;
  readonly log?: Log | undefined;
}): Promise<Vault> {
  await adoptMasterKey(options.database, options.masters);
  const clock = options.clock ?? steadyClock;
  let toldAt = Number.NEGATIVE_INFINITY;
  const store = new KeyStore(options.database, options.masters, () => {
    if (clock.now() - toldAt < TOLD_EVERY) return;
    toldAt = clock.now();
    options.log?.event('master_key_changed', {});
  });
  // Always the first one: secrets must not change when a key is rotated.
  const { key: instanceKey } = await store.add(INSTANCE, 1);
  return new KeyVault(store, instanceKey, clock);
}

class KeyVault implements Vault {
  readonly #store: KeyStore;
  readonly #instanceKey: KeyObject;
  readonly #clock: Clock;
  readonly #newest = new Map<string, { readonly stored: StoredKey; readonly until: number }>();
  readonly #keys = new Map<string, KeyObject>();

  constructor(store: KeyStore, instanceKey: KeyObject, clock: Clock) {
    this.#store = store;
    this.#instanceKey = instanceKey;
    this.#clock = clock;
  }

  async seal(object: SealedObject, bytes: Uint8Array): Promise<Buffer> {
    const { key, version } = await this.#newestKey(object.organisationId);
    return sealBytes(bytes, { key, keyVersion: version, context: context(object) });
  }

  async open(object: SealedObject, sealed: Buffer): Promise<Buffer> {
    const key = await this.#key(object.organisationId, sealedKeyVersion(sealed));
    return openBytes(sealed, { key, context: context(object) });
  }

  async newFrames(object: SealedObject): Promise<FrameCipher> {
    const { key, version } = await this.#newestKey(object.organisationId);
    return newFrameCipher(key, version, context(object));
  }

  async frames(object: SealedObject, header: Buffer): Promise<FrameCipher> {
    const key = await this.#key(object.organisationId, framesKeyVersion(header));
    return frameCipher(header, key, context(object));
  }

  async rotateKey(organisationId: string): Promise<void> {
    const { version } = await this.#store.newest(organisationId);
    await this.#store.add(organisationId, version + 1);
    this.#newest.delete(organisationId);
  }

  secret(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#instanceKey, '', `platen ${purpose}`, 32));
  }

  async #newestKey(organisationId: string): Promise<StoredKey> {
    const known = this.#newest.get(organisationId);
    if (known && known.until > this.#clock.now()) return known.stored;
    const stored = await this.#store.newest(organisationId);
    remember(this.#newest, organisationId, { stored, until: this.#clock.now() + REMEMBERED_FOR });
    return stored;
  }

  async #key(organisationId: string, version: number): Promise<KeyObject> {
    const name = `${organisationId} ${version}`;
    const known = this.#keys.get(name);
    if (known) return known;
    const { key } = await this.#store.version(organisationId, version);
    remember(this.#keys, name, key);
    return key;
  }
}

function context({ organisationId, kind, id, version = 0 }: SealedObject): string[] {
  return [organisationId, kind, id, String(version)];
}

function remember<Value>(map: Map<string, Value>, name: string, value: Value): void {
  map.delete(name);
  map.set(name, value);
  if (map.size <= REMEMBERED) return;
  const [first] = map.keys();
  if (first !== undefined) map.delete(first);
}
