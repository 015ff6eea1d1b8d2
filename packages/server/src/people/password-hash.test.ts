import { scryptSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { PasswordHash } from './password-hash.ts';

const PASSWORD = 'Ångström wins the race';
const SALT = '00112233445566778899aabbccddeeff';

/** As better-auth hashes by itself. */
function earlier(password: string): string {
  const parameters = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 };
  return `${SALT}:${scryptSync(password.normalize('NFKC'), SALT, 64, parameters).toString('hex')}`;
}

it('costs what better-auth lets it cost, and knows passwords that it hashed', async () => {
  const hash = earlier(PASSWORD);
  expect(await new PasswordHash().verify({ hash, password: PASSWORD.normalize('NFD') })).toBe(true);
  expect(await new PasswordHash().verify({ hash, password: `${PASSWORD} ` })).toBe(false);
  expect(await new PasswordHash(64).verify({ hash, password: PASSWORD })).toBe(false);
});

it('salts each hash, and takes nothing for one that is none', async () => {
  const passwords = new PasswordHash(64);
  const [one, other] = [await passwords.hash(PASSWORD), await passwords.hash(PASSWORD)];
  expect(one).not.toBe(other);
  expect(await passwords.verify({ hash: one, password: PASSWORD })).toBe(true);
  for (const hash of ['', ':', one.slice(1), `${one}0`, one.replace(':', ';')]) {
    expect(await passwords.verify({ hash, password: PASSWORD })).toBe(false);
  }
});
