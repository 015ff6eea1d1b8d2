/** Settings of the tests, from the environment. */
export const testSettings = {
  /** A PostgreSQL that is there for the tests, as its administrator. Without it each test file starts one. */
  postgresUrl: process.env.PLATEN_TEST_DATABASE_URL,
  /** Folders with programs. */
  path: (process.env.PATH ?? '').split(':').filter((folder) => folder !== ''),
};
