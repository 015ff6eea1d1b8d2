/** Words that several commands of an operator have in common. */

export const ON_THE_DATABASE =
  'It works on the database that the environment names, as "platen serve" does: on PostgreSQL (DATABASE_URL) at any ' +
  'time, on the data folder (PLATEN_DATA) while no service runs.';

export const ORGANISATION = {
  name: 'ORGANISATION',
  help: 'an id, as GET /v1/account shows it, or "first"',
  missing: 'Name the organisation: an id, or "first".',
} as const;
