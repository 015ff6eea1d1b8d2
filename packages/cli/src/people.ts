import { administer, type Streams } from './keys.ts';
import { writeWhole } from './sealed-file.ts';
import { UsageError } from './usage-error.ts';

/** What an operator does for somebody who asks for their rights, once they know who asks. */

interface Call<Values = object> {
  readonly values: Values;
  readonly positionals: readonly string[];
}

/** `platen people list`. @returns exit status */
export async function listPeople(streams: Streams): Promise<number> {
  return await administer(undefined, streams, async (administration) => {
    for await (const { id, email, created_at: since, organisations, name } of administration.listPeople()) {
      const roles = organisations.map(({ id: organisation, role }) => `${organisation}:${role}`).join(',');
      streams.out.write(`${[id, email, since.toISOString(), roles, name].join('\t')}\n`);
    }
  });
}

/** `platen people export PERSON FILE`. @returns exit status */
export async function exportPerson({ positionals: [person = '', file = ''] }: Call, streams: Streams): Promise<number> {
  return await writeWhole(file, streams, (write) =>
    administer(undefined, streams, async (administration) => write(await administration.exportPerson(person))),
  );
}

/** `platen people change PERSON`. @returns exit status */
export async function changePerson(
  { values: { name, email }, positionals: [person = ''] }: Call<{ readonly name?: string; readonly email?: string }>,
  streams: Streams,
): Promise<number> {
  if (name === undefined && email === undefined) throw new UsageError('Name what is to be changed: --name or --email.');
  return await administer(undefined, streams, async (administration) => {
    await administration.changePerson(person, { name, email });
    const ended = email === undefined ? '' : ' All sessions of the person have ended; tell both addresses.';
    streams.error.write(`It is changed.${ended}\n`);
  });
}

/** `platen people erase PERSON`. @returns exit status */
export async function erasePerson({ positionals: [person = ''] }: Call, streams: Streams): Promise<number> {
  return await administer(undefined, streams, async (administration) => {
    const { id, keysLeft } = await administration.erasePerson(person);
    streams.error.write(`The account is closed. Rows of the audit log, and of requests, keep the id ${id}.\n`);
    for (const key of keysLeft) streams.out.write(`${key.id}\t${key.name}\n`);
    if (keysLeft.length > 0) streams.error.write('These keys of organisations were made by the person, and work on.\n');
  });
}
