import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { findCanaries } from './search.ts';
import { Canaries } from './words.ts';

/** One planted canary for each way in which one can hide: whoever finds none in a place has to be able to find one. */

const canaries = new Canaries();
for (let number = 0; number < 900; number++) canaries.make(`other ${number}`);
const canary = canaries.make('planted');
const found = (text: string | Buffer) => findCanaries(Buffer.from(text), canaries);

const base64 = (text: string) => Buffer.from(text).toString('base64');
const hex = (text: string) => Buffer.from(text).toString('hex');
const BETWEEN = (text: string) => `xyz ${text} xyz`;

const WAYS: readonly (readonly [string, (text: string) => string | Buffer])[] = [
  ['raw', BETWEEN],
  ['hex', (text) => BETWEEN(hex(`a${text}b`))],
  ['HEX', (text) => BETWEEN(hex(text).toUpperCase())],
  ['UTF-16', (text) => Buffer.from(BETWEEN(text), 'utf16le')],
  ['UTF-16', (text) => Buffer.from(BETWEEN(text), 'utf16le').swap16()],
  ['base64+0', (text) => base64(text)],
  ['base64+1', (text) => base64(`ö-${text} and more`.slice(1))],
  ['base64+2', (text) => base64(`ab${text}`)],
  ['URL', (text) => hex(text).toUpperCase().replace(/../g, '%$&')],
  ['JSON', (text) => hex(text).replace(/../g, '\\u00$&')],
  ['gzip > raw', (text) => Buffer.concat([Buffer.from('before'), gzipSync(BETWEEN(text))])],
  ['gzip > base64+1', (text) => gzipSync(base64(`a${text}`))],
  [
    'PDF stream > raw',
    (text) => Buffer.concat([Buffer.from('%PDF-1.7 stream\r\n'), deflateSync(BETWEEN(text)), Buffer.from('endstream')]),
  ],
];

describe('a canary that is planted', () => {
  it.each(WAYS)('is found and named: %s', (encoding, hide) => {
    for (const text of Object.values(canary)) expect(found(hide(text))).toContainEqual({ label: 'planted', encoding });
  });

  it('is not seen where only its prefix stands, or a number that none has', () => {
    expect(found('qzkanary qzkanary-zzz qzkanaryzzzz 73918264059999')).toEqual([]);
  });
});
