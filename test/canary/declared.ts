/**
 * What callers write and the service keeps as it is, in the database only: names by which people find what they made.
 * docs/compliance.md says it to them. Everything else is sealed, or not kept.
 */
export const DECLARED: readonly {
  /** The request and the field. */
  readonly label: RegExp;
  /** Where it stands. */
  readonly columns: readonly string[];
}[] = [
  { label: /^story: name of a person$/, columns: ['users.name'] },
  { label: /^story: email of a person$/, columns: ['users.email', 'invitations.email'] },
  { label: /^POST \/v1\/invitations \/email$/, columns: ['invitations.email'] },
  { label: / \/v1\/keys(?:\/\{id\})? \/name$/, columns: ['api_keys.name'] },
  { label: / \/v[13]\/templates(?:\/\{slug\})? \/name$/, columns: ['templates.name'] },
  { label: / \/v1\/connections(?:\/\{id\})? \/name$/, columns: ['connections.name'] },
  { label: / \/v1\/schedules(?:\/\{id\})? \/name$/, columns: ['schedules.name'] },
  { label: /^POST \/v1\/organisations \/name$/, columns: ['organisations.name'] },
  { label: / \/tag$/, columns: ['batches.tag', 'jobs.tag', 'credit_ledger.tag', 'webhook_events.facts'] },
];
