import { expect, it } from 'vitest';
import { Thumbnails } from './thumbnails.ts';

it('draws two at once, keeps no failure, and drops what was not seen for longest', async () => {
  const thumbnails = new Thumbnails();
  const ends: (() => void)[] = [];
  const waits = () => new Promise<string>((resolve) => ends.push(() => resolve('p')));
  const asked = ['a', 'b', 'c'].map((name) => thumbnails.of(name, waits));
  expect(ends).toHaveLength(2);
  ends[0]?.();
  await asked[0];
  await expect.poll(() => ends.length).toBe(3);
  for (const end of ends) end();
  await Promise.all(asked);

  await expect(thumbnails.of('d', () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
  expect(await thumbnails.of('d', async () => 'later')).toBe('later');

  const large = 'x'.repeat(9 * 1024 * 1024);
  for (const name of ['e', 'f', 'g']) await thumbnails.of(name, async () => large);
  expect(await thumbnails.of('e', async () => 'again')).toBe(large);
  await thumbnails.of('h', async () => large);
  expect(await thumbnails.of('e', async () => 'again')).toBe(large);
  expect(await thumbnails.of('f', async () => 'again')).toBe('again');
});

it('refuses more when many wait', async () => {
  const thumbnails = new Thumbnails();
  const never = () => new Promise<string>(() => {});
  for (let name = 0; name < 202; name += 1) void thumbnails.of(String(name), never);
  await expect(thumbnails.of('more', never)).rejects.toMatchObject({ code: 'capacity' });
});
