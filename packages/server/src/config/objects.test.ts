import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const KEYS = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'canary' };
const read = (text: string, env: Record<string, string> = KEYS) => readConfig({ PLATEN_OBJECTS: text, ...env }).objects;

it('keeps results in files or the database, or where the database says', () => {
  expect(readConfig({ ...KEYS }).objects).toBeUndefined();
  expect([read('files', {}), read('database', {})]).toEqual([{ kind: 'files' }, { kind: 'database' }]);
});

it('keeps results in a bucket of Amazon S3, or of a service like it', () => {
  const credentials = { accessKeyId: 'AKIA', secretAccessKey: 'canary' };
  expect(read('s3://my-bucket/some/prefix/?region=eu-central-1')).toEqual({
    kind: 's3',
    bucket: 'my-bucket',
    prefix: 'some/prefix/',
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
    pathStyle: false,
    credentials,
  });
  expect(read('s3://my-bucket?endpoint=http://127.0.0.1:9000')).toEqual({
    kind: 's3',
    bucket: 'my-bucket',
    prefix: '',
    endpoint: 'http://127.0.0.1:9000',
    region: 'us-east-1',
    pathStyle: true,
    credentials,
  });
});

it('takes the variables of AWS where the address does not say it', () => {
  const env = { ...KEYS, AWS_SESSION_TOKEN: 'token', AWS_REGION: 'cn-north-1', AWS_DEFAULT_REGION: 'eu-west-1' };
  expect(read('s3://my-bucket', env)).toMatchObject({
    endpoint: 'https://s3.cn-north-1.amazonaws.com.cn',
    credentials: { sessionToken: 'token' },
  });
  expect(read('s3://my-bucket?region=x', { ...env, AWS_ENDPOINT_URL: 'https://a.example' })).toMatchObject({
    endpoint: 'https://a.example',
    region: 'x',
  });
  const both = {
    ...KEYS,
    AWS_DEFAULT_REGION: 'y',
    AWS_ENDPOINT_URL: 'https://a.example',
    AWS_ENDPOINT_URL_S3: 'https://b.example',
  };
  expect(read('s3://my-bucket', both)).toMatchObject({ endpoint: 'https://b.example', region: 'y' });
});

it.each([
  ['folder', 'PLATEN_OBJECTS'],
  ['s3://', 'PLATEN_OBJECTS'],
  ['s3://No_Bucket', 'PLATEN_OBJECTS'],
  ['s3://user:canary@my-bucket', 'PLATEN_OBJECTS'],
  ['s3://my-bucket:9000', 'PLATEN_OBJECTS'],
  ['s3://my-bucket/a//b', 'PLATEN_OBJECTS'],
  ['s3://my-bucket/%2e%2e', 'PLATEN_OBJECTS'],
  ['s3://my-bucket?style=path', 'PLATEN_OBJECTS'],
  ['s3://my-bucket?region=EU', 'PLATEN_OBJECTS'],
  ['s3://my-bucket?endpoint=minio:9000', 'PLATEN_OBJECTS'],
  ['s3://my-bucket?endpoint=http://user:canary@minio', 'PLATEN_OBJECTS'],
  ['s3://my-bucket?endpoint=http://minio/path', 'PLATEN_OBJECTS'],
])('refuses %s, and repeats no secret', (text, variable) => {
  expect(() => read(text)).toThrow(new RegExp(`^${variable}: (?!.*canary)`));
});

it('needs both keys', () => {
  expect(() => read('s3://my-bucket', {})).toThrow(/^AWS_ACCESS_KEY_ID: set it too/);
  expect(() => read('s3://my-bucket', { AWS_ACCESS_KEY_ID: 'AKIA' })).toThrow(/^AWS_SECRET_ACCESS_KEY: set it too/);
});

describe('the bucket of anchors', () => {
  const anchor = (text: string) => readConfig({ PLATEN_AUDIT_ANCHOR: text, ...KEYS }).auditAnchor;

  it('keeps each for six years, or as many days as are said', () => {
    expect(readConfig({ ...KEYS }).auditAnchor).toBeUndefined();
    expect(anchor('s3://my-bucket/audit')).toMatchObject({ bucket: 'my-bucket', prefix: 'audit/', days: 2_192 });
    for (const query of ['?days=30&region=eu-central-1', '?region=eu-central-1&days=30']) {
      expect(anchor(`s3://my-bucket${query}`)).toMatchObject({ days: 30, region: 'eu-central-1', prefix: '' });
    }
  });

  it.each([
    'files',
    's3://my-bucket?days=0',
    's3://my-bucket?days=1.5',
    's3://my-bucket?days=40000',
    's3://b?days=1&days=2',
    's3://my-bucket?x=1',
  ])('%s is refused by its name', (text) => {
    expect(() => anchor(text)).toThrow(/PLATEN_AUDIT_ANCHOR/);
  });
});
