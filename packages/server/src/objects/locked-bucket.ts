import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { S3Place } from '../config/objects.ts';
import { NotLocked } from './not-locked.ts';
import { connectS3 } from './s3-connection.ts';

/** Milliseconds that the service may be silent. */
const PATIENCE = 20_000;

/** An object as it was once written: what is written over it later, or removes it, is another version. */
export interface ObjectVersion {
  readonly name: string;
  readonly version: string;
}

/**
 * A bucket whose objects nobody can change or remove before their time, not with the keys of the service either: S3 Object Lock
 * in compliance mode (Amazon S3 User Guide, "Locking objects with Object Lock").
 */
export class LockedBucket {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;

  constructor(place: S3Place) {
    this.#client = connectS3(place, { patience: PATIENCE });
    this.#bucket = place.bucket;
    this.#prefix = place.prefix;
  }

  /**
   * Writes an object, then looks whether it is kept: there are services that take the wish and do not grant it.
   * @throws NotLocked
   */
  async put(name: string, Body: Buffer, until: Date): Promise<void> {
    const at = { Bucket: this.#bucket, Key: this.#prefix + name };
    const { VersionId } = await this.#client.send(
      new PutObjectCommand({
        ...at,
        Body,
        ContentLength: Body.length,
        // Asked for by S3 of whatever is locked.
        ChecksumAlgorithm: 'SHA256',
        ObjectLockMode: 'COMPLIANCE',
        ObjectLockRetainUntilDate: until,
      }),
    );
    const kept = await this.#client.send(new HeadObjectCommand({ ...at, VersionId }));
    const second = Math.floor(until.getTime() / 1_000) * 1_000;
    const isKept = kept.ObjectLockMode === 'COMPLIANCE' && (kept.ObjectLockRetainUntilDate?.getTime() ?? 0) >= second;
    if (isKept) return;
    // It proves nothing, and somebody would have to clear it away. Whoever may not remove it says no more than that.
    await this.#client.send(new DeleteObjectCommand({ ...at, VersionId })).catch(() => {});
    throw new NotLocked();
  }

  /**
   * All that was ever written under the prefix, also what seems to be removed since.
   * @throws Error where the service says that there is more, and not where it goes on: part of a list would look like the whole
   */
  async *versions(): AsyncGenerator<ObjectVersion> {
    for (let after: { KeyMarker?: string; VersionIdMarker?: string } = {}; ; ) {
      const page = await this.#client.send(
        new ListObjectVersionsCommand({ Bucket: this.#bucket, Prefix: this.#prefix, ...after }),
      );
      for (const { Key = '', VersionId = '' } of page.Versions ?? []) {
        yield { name: Key.slice(this.#prefix.length), version: VersionId };
      }
      if (!page.IsTruncated) return;
      const { NextKeyMarker: key, NextVersionIdMarker: version } = page;
      if (key === undefined || (key === after.KeyMarker && version === after.VersionIdMarker)) {
        throw new Error('The bucket lists a part of its objects, and does not say where the list goes on.');
      }
      after = { KeyMarker: key, ...(version === undefined ? {} : { VersionIdMarker: version }) };
    }
  }

  async *read({ name, version }: ObjectVersion): AsyncGenerator<Buffer> {
    const at = { Bucket: this.#bucket, Key: this.#prefix + name, VersionId: version };
    const { Body } = await this.#client.send(new GetObjectCommand(at));
    yield* Body as Readable as AsyncIterable<Buffer>;
  }
}
