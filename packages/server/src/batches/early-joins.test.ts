import { expect, it } from 'vitest';
import { EarlyJoins } from './early-joins.ts';

const part = (object: string, bytes = 5) => ({ object, bytes: new Uint8Array(bytes) });

it('takes results in the order of the items, in whatever order they come, and leaves out what came to nothing', () => {
  const joins = new EarlyJoins();
  joins.add('bat_1', 2, part('c'));
  joins.add('bat_1', 0, part('a'));
  joins.add('bat_1', 1, undefined);
  joins.add('bat_1', 4, part('e'));
  // Once more, by a worker that had lost it.
  joins.add('bat_1', 0, part('a again'));
  const taken = joins.take('bat_1');
  expect(taken?.objects).toEqual(['a', 'c']);
  expect(joins.take('bat_1')).toBeUndefined();
  taken?.join.close();
});

it('begins with the beginning only, and with few batches at once', () => {
  const joins = new EarlyJoins();
  joins.add('bat_1', 900, part('late'));
  expect(joins.take('bat_1')).toBeUndefined();
  for (const id of ['bat_1', 'bat_2', 'bat_3']) joins.add(id, 0, part(id));
  const taken = ['bat_1', 'bat_2', 'bat_3'].map((id) => joins.take(id));
  expect(taken.map((each) => each?.objects)).toEqual([['bat_1'], ['bat_2'], undefined]);
  for (const each of taken) each?.join.close();
});

it('keeps what it has, and takes no more, when too much waits for an item that others make', () => {
  const joins = new EarlyJoins();
  joins.add('bat_1', 0, part('first'));
  for (let position = 2; position < 40; position += 1) joins.add('bat_1', position, part(`${position}`));
  joins.add('bat_1', 1, part('second'));
  const taken = joins.take('bat_1');
  expect(taken?.objects).toEqual(['first']);
  taken?.join.close();
});
