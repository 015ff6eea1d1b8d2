import { expect, it } from 'vitest';
import { useFaultyLife } from './faulty-life.ts';
import { expectInvariants } from './invariants.ts';
import { POINTS } from './points.ts';

/** What jobs.test.ts tries at two points of a job, at each of them. */
const life = useFaultyLife();

it.each(POINTS)('a service that is killed when a job is "%s" loses nothing, and charges once (F06)', (dies) =>
  life.losesNothing(dies),
);

it('all of it holds in the end', async () => {
  const jobs = await expectInvariants(life.data, await life.running());
  expect(new Set(jobs.map(({ state }) => state))).toEqual(new Set(['succeeded']));
});
