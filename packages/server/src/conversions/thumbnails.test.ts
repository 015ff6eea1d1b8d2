import { expect, it } from 'vitest';
import { Thumbnails } from './thumbnails.ts';

it('draws two at once, keeps no failure, and drops what was not seen for longest', async () => {
  const thumbnails = new Thumbnails();
  const ends: (() => void)[] = [];
  const waits = () => new Promise<string>((resolve) => ends.push(() => resolve('p')));
  const asked = ['a', 'b', 'c'].map((name) => thumbnails.of(name, 'one', waits));
  expect(ends).toHaveLength(2);
  ends[0]?.();
  await asked[0];
  await expect.poll(() => ends.length).toBe(3);
  for (const end of ends) end();
  await Promise.all(asked);

  await expect(thumbnails.of('d', 'one', () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
  expect(await thumbnails.of('d', 'one', async () => 'later')).toBe('later');

  const large = 'x'.repeat(9 * 1024 * 1024);
  for (const name of ['e', 'f', 'g']) await thumbnails.of(name, 'one', async () => large);
  expect(await thumbnails.of('e', 'one', async () => 'again')).toBe(large);
  await thumbnails.of('h', 'one', async () => large);
  expect(await thumbnails.of('e', 'one', async () => 'again')).toBe(large);
  expect(await thumbnails.of('f', 'one', async () => 'again')).toBe('again');
});

it('refuses more of an organization, or of all, when many wait', async () => {
  const thumbnails = new Thumbnails();
  const never = () => new Promise<string>(() => {});
  const ask = (name: string, group: string) => thumbnails.of(name, group, never);
  for (let name = 0; name < 102; name += 1) void ask(`a${name}`, 'a');
  await expect(ask('a', 'a')).rejects.toMatchObject({ code: 'capacity' });
  for (const group of ['b', 'c', 'd']) for (let name = 0; name < 100; name += 1) void ask(`${group}${name}`, group);
  await expect(ask('e', 'e')).rejects.toMatchObject({ code: 'capacity' });
});

it('draws for one organization after the other, however many one of them wants', async () => {
  const thumbnails = new Thumbnails();
  const drawn: string[] = [];
  const draw = (name: string) => async () => {
    drawn.push(name);
    await new Promise((resolve) => setTimeout(resolve, 0));
    return 'p';
  };
  const many = Array.from({ length: 20 }, (_, index) => thumbnails.of(`a${index}`, 'a', draw(`a${index}`)));
  const few = ['b0', 'b1'].map((name) => thumbnails.of(name, 'b', draw(name)));
  await Promise.all([...many, ...few]);
  expect(drawn.indexOf('b1')).toBeLessThan(8);
  expect(drawn).toHaveLength(22);
});
