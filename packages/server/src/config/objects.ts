import { z } from 'zod';
import { ConfigError } from './error.ts';

/** Where results are kept: in files of the data folder, in the database, or in a bucket of S3. */
export type ObjectsPlace = { readonly kind: 'files' } | { readonly kind: 'database' } | S3Place;

export interface S3Place {
  readonly kind: 's3';
  readonly bucket: string;
  /** What all names begin with: empty, or ends with a slash. */
  readonly prefix: string;
  /** Origin of the service, such as https://s3.eu-central-1.amazonaws.com. */
  readonly endpoint: string;
  readonly region: string;
  /** Whether the bucket is a part of the path, and not of the host name. */
  readonly pathStyle: boolean;
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
}

/** Where heads of the audit log are kept that nobody can change: a bucket with S3 Object Lock. */
export interface AnchorPlace extends S3Place {
  /** Days that each is kept. */
  readonly days: number;
}

const NAME = 'PLATEN_OBJECTS';
const ANCHOR = 'PLATEN_AUDIT_ANCHOR';
/** Six years (45 CFR 164.316(b)(2)(i)), with their leap days; the longest that S3 takes. */
const DAYS = { standard: 2_192, most: 36_500 } as const;
const FORM = 'use files, database, or s3://bucket/prefix?endpoint=https://s3.example&region=eu-central-1';
/** Names of buckets (Amazon S3, "General purpose bucket naming rules"). */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^[A-Za-z0-9._/-]{0,200}$/;
const REGION = /^[a-z0-9-]{1,40}$/;

export const anchorPlace = z
  .string()
  .refine((text) => text.startsWith('s3://'), 'use s3://bucket/prefix?region=eu-central-1&days=2192');
export const objectsPlace = z.string().refine((text) => /^(?:files|database|s3:\/\/.+)$/.test(text), FORM);

/** As other programs read them too (AWS SDKs and Tools Reference Guide, "Environment variables"). */
interface AwsVariables {
  readonly AWS_ACCESS_KEY_ID?: string;
  readonly AWS_SECRET_ACCESS_KEY?: string;
  readonly AWS_SESSION_TOKEN?: string;
  readonly AWS_REGION?: string;
  readonly AWS_DEFAULT_REGION?: string;
  readonly AWS_ENDPOINT_URL?: string;
  readonly AWS_ENDPOINT_URL_S3?: string;
}

/**
 * @param text as the setting has it; undefined if it is not set
 * @throws ConfigError for an address that cannot be used, or when its credentials are missing
 */
export function readObjectsPlace(text: string | undefined, values: AwsVariables): ObjectsPlace | undefined {
  if (text === undefined) return undefined;
  if (text === 'files' || text === 'database') return { kind: text };
  return readBucket(NAME, text, values);
}

/**
 * @param text as the setting has it; undefined if it is not set
 * @throws ConfigError for an address that cannot be used, or when its credentials are missing
 */
export function readAnchorPlace(text: string | undefined, values: AwsVariables): AnchorPlace | undefined {
  if (text === undefined) return undefined;
  const mark = text.indexOf('?');
  const parameters = mark === -1 ? [] : text.slice(mark + 1).split('&');
  const days = parameters.filter((each) => each.startsWith('days='));
  const number = days[0] === undefined ? DAYS.standard : Number(days[0].slice('days='.length));
  if (!Number.isInteger(number) || number < 1 || number > DAYS.most || days.length > 1) {
    throw new ConfigError(ANCHOR, `"days" has to be one whole number from 1 to ${DAYS.most}`);
  }
  const others = parameters.filter((each) => !days.includes(each)).join('&');
  const address = (mark === -1 ? text : text.slice(0, mark)) + (others === '' ? '' : `?${others}`);
  return { ...readBucket(ANCHOR, address, values), days: number };
}

function readBucket(name: string, text: string, values: AwsVariables): S3Place {
  if (!text.startsWith('s3://') || !URL.canParse(text)) throw new ConfigError(name, FORM);
  const url = new URL(text);
  const prefix = url.pathname.replace(/^\/|\/$/g, '');
  if (!BUCKET.test(url.hostname)) throw new ConfigError(name, `"${url.hostname.slice(0, 63)}" is no name of a bucket`);
  if (url.username + url.password + url.port + url.hash !== '') {
    throw new ConfigError(name, 'leave out user, port and fragment; keys go to AWS_ACCESS_KEY_ID');
  }
  // What the parser has resolved, such as "..", was there all the same.
  const isResolved = text.split('?')[0] !== `s3://${url.host}${url.pathname}`;
  if (isResolved || !PREFIX.test(prefix) || /(?:^|\/)\.{0,2}(?:\/|$)/.test(prefix || 'x')) {
    throw new ConfigError(name, 'use letters, digits, ".", "_", "-" and "/" in the prefix');
  }
  const unknown = [...url.searchParams.keys()].find((key) => key !== 'endpoint' && key !== 'region');
  if (unknown !== undefined) {
    throw new ConfigError(name, `it knows "endpoint" and "region", not "${unknown.slice(0, 40)}"`);
  }
  const region = url.searchParams.get('region') ?? values.AWS_REGION ?? values.AWS_DEFAULT_REGION ?? 'us-east-1';
  if (!REGION.test(region)) throw new ConfigError(name, 'use a region such as eu-central-1');
  const endpoint = url.searchParams.get('endpoint') ?? values.AWS_ENDPOINT_URL_S3 ?? values.AWS_ENDPOINT_URL;
  return {
    kind: 's3',
    bucket: url.hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint: endpoint === undefined ? amazon(region) : originOf(name, endpoint),
    region,
    // Other services than Amazon's seldom have a host name for each bucket.
    pathStyle: endpoint !== undefined,
    credentials: readCredentials(name, values),
  };
}

const amazon = (region: string) => `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;

function originOf(name: string, endpoint: string): string {
  const url = URL.parse(endpoint);
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search + url.hash + url.username !== '') {
    throw new ConfigError(name, 'use an origin as endpoint, such as https://s3.example or http://127.0.0.1:9000');
  }
  return url.origin;
}

function readCredentials(name: string, values: AwsVariables): S3Place['credentials'] {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, AWS_SESSION_TOKEN: token } = values;
  if (id === undefined) throw new ConfigError('AWS_ACCESS_KEY_ID', `set it too: ${name} is a bucket of S3`);
  if (secret === undefined) throw new ConfigError('AWS_SECRET_ACCESS_KEY', `set it too: ${name} is a bucket of S3`);
  return { accessKeyId: id, secretAccessKey: secret, ...(token === undefined ? {} : { sessionToken: token }) };
}
