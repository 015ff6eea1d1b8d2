import type { S3Place } from '../config/objects.ts';
import { newId } from '../data/ids.ts';
import { S3Store } from './s3-store.ts';

/** Milliseconds that a service may be silent while it is looked at. */
const PATIENCE = 5_000;

/** Does once what results need of a bucket. @returns what is wrong with it, as a sentence without a full stop */
export async function faultOfBucket(place: S3Place): Promise<string | undefined> {
  const store = new S3Store(place, { patience: PATIENCE });
  // A name that the sweeper removes, should this process end here.
  const name = `org_check/${newId('obj')}`;
  const probe = async function* () {
    yield Buffer.from('probe');
  };
  const steps = {
    write: async () => await store.put(name, probe()),
    read: async () => void (await store.read(name, { start: 0, length: 1 }).next()),
    list: async () => void (await store.list().next()),
    remove: async () => await store.remove(name),
  };
  for (const [step, work] of Object.entries(steps)) {
    try {
      await work();
    } catch (error) {
      return sentenceOf(error as S3Fault, step, place);
    }
  }
  return undefined;
}

/** Whether an error is what S3 answered, or that it did not. */
export const isS3Fault = (error: unknown): error is S3Fault => error instanceof Error && '$metadata' in error;

interface S3Fault {
  readonly name?: string;
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** Codes of "Error responses", Amazon S3 API Reference. */
export function sentenceOf(
  { name = '', code, $metadata }: S3Fault,
  step: string,
  { bucket, endpoint, region }: Pick<S3Place, 'bucket' | 'endpoint' | 'region'>,
): string {
  switch (name) {
    case 'NoSuchBucket':
      return `there is no bucket "${bucket}" at ${endpoint}`;
    case 'InvalidAccessKeyId':
      return `${endpoint} does not know AWS_ACCESS_KEY_ID`;
    case 'SignatureDoesNotMatch':
      return 'AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID';
    case 'ExpiredToken':
    case 'InvalidToken':
      return 'AWS_SESSION_TOKEN has expired, or is not valid';
    case 'AccessDenied':
      return `these credentials may not ${step} objects in the bucket "${bucket}"`;
    case 'PermanentRedirect':
    case 'AuthorizationHeaderMalformed':
      return `the bucket "${bucket}" is not in the region ${region}; name it: ?region=eu-central-1`;
    case 'RequestTimeTooSkewed':
      return `the clock of this machine differs from that of ${endpoint}`;
    case 'TimeoutError':
      return `${endpoint} does not answer`;
    default: {
      const status = $metadata?.httpStatusCode;
      if (status === undefined) return `${endpoint} cannot be reached (${code ?? name})`;
      return `${endpoint} does not ${step} objects in the bucket "${bucket}" (${status} ${name})`;
    }
  }
}
