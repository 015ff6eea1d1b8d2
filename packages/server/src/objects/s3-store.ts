import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { S3Place } from '../config/objects.ts';
import { type ByteRange, type ListedObject, ObjectMissing, type ObjectStore, ObjectTooLarge } from './object-store.ts';
import { inPieces } from './pieces.ts';
import { connectS3, TRIES } from './s3-connection.ts';

/** Bytes of a part: what is in memory of one object. */
const PART = 8 * 1024 * 1024;
/** Parts that an upload may have ("Amazon S3 multipart upload limits"). */
const MOST_PARTS = 10_000;
/** Milliseconds that the service may be silent. */
const PATIENCE = 20_000;

/** Objects in a bucket of S3, or of a service like it. */
export class S3Store implements ObjectStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;

  /** @param options.patience milliseconds that the service may be silent; default 20 seconds */
  constructor(place: S3Place, { patience = PATIENCE }: { readonly patience?: number } = {}) {
    this.#client = connectS3(place, { patience });
    this.#bucket = place.bucket;
    this.#prefix = place.prefix;
  }

  /** What has one part is sent at once; more are an upload in parts, which is given up if one of them fails. */
  async put(name: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    const parts = inPieces(bytes, PART);
    try {
      const first = await parts.next();
      const second = first.done ? first : await parts.next();
      if (!second.done) return await this.#putParts(name, [first.value as Buffer, second.value], parts);
      const Body = first.done ? Buffer.alloc(0) : first.value;
      await this.#client.send(new PutObjectCommand({ ...this.#at(name), Body, ContentLength: Body.length }));
    } finally {
      await parts.return(undefined);
    }
  }

  /** A connection that breaks is taken up where it broke. */
  async *read(name: string, { start, length }: ByteRange): AsyncGenerator<Buffer> {
    const end = length === undefined ? '' : start + length - 1;
    let position = start;
    for (let attempt = 1; ; attempt += 1) {
      const range = { ...this.#at(name), Range: `bytes=${position}-${end}` };
      const { Body } = await this.#client.send(new GetObjectCommand(range)).catch((error) => {
        throw /^(?:NoSuchKey|InvalidRange)$/.test(error?.name) ? new ObjectMissing() : error;
      });
      try {
        for await (const chunk of Body as Readable as AsyncIterable<Buffer>) {
          position += chunk.length;
          yield chunk;
        }
        return;
      } catch (error) {
        if (attempt === TRIES) throw error;
      }
    }
  }

  async remove(name: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#at(name)));
  }

  async *list(): AsyncGenerator<ListedObject> {
    for (let ContinuationToken: string | undefined; ; ) {
      const page = await this.#client.send(
        new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: this.#prefix, ContinuationToken }),
      );
      for (const { Key = '', LastModified = new Date() } of page.Contents ?? []) {
        yield { name: Key.slice(this.#prefix.length), writtenAt: LastModified };
      }
      ContinuationToken = page.NextContinuationToken;
      if (!page.IsTruncated || ContinuationToken === undefined) return;
    }
  }

  async removeUnfinished(time: Date): Promise<number> {
    let count = 0;
    for (let after: { KeyMarker?: string; UploadIdMarker?: string } = {}; ; ) {
      const request = new ListMultipartUploadsCommand({ Bucket: this.#bucket, Prefix: this.#prefix, ...after });
      const page = await this.#client.send(request).catch((error) => {
        // Some services forget them by themselves.
        if (error?.name !== 'NotImplemented') throw error;
      });
      if (!page) return count;
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (!Initiated || Initiated >= time) continue;
        await this.#client.send(new AbortMultipartUploadCommand({ Bucket: this.#bucket, Key, UploadId }));
        count += 1;
      }
      if (!page.IsTruncated || page.NextKeyMarker === undefined) return count;
      after = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    }
  }

  async #putParts(name: string, begun: readonly Buffer[], rest: AsyncGenerator<Buffer>): Promise<void> {
    const { UploadId } = await this.#client.send(new CreateMultipartUploadCommand(this.#at(name)));
    const upload = { ...this.#at(name), UploadId };
    try {
      const Parts: CompletedPart[] = [];
      const send = async (Body: Buffer) => {
        const PartNumber = Parts.length + 1;
        if (PartNumber > MOST_PARTS) throw new ObjectTooLarge(MOST_PARTS * PART);
        const part = { ...upload, PartNumber, Body, ContentLength: Body.length };
        const { ETag } = await this.#client.send(new UploadPartCommand(part));
        Parts.push({ ETag, PartNumber });
      };
      for (const part of begun) await send(part);
      for (let next = await rest.next(); !next.done; next = await rest.next()) await send(next.value);
      await this.#client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
    } catch (error) {
      // What cannot be given up now is given up by the sweeper.
      await this.#client.send(new AbortMultipartUploadCommand(upload)).catch(() => {});
      throw error;
    }
  }

  #at(name: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.#bucket, Key: this.#prefix + name };
  }
}
