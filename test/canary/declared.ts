/**
 * What callers write and the service keeps as it is, in the database and in what is exported of it: names by which people find what they made.
 * docs/compliance.md says it to them. Everything else is sealed, or not kept.
 */
export const DECLARED: readonly {
  /** The request and the field. */
  readonly label: RegExp;
  /** Where it stands. */
  readonly columns: readonly string[];
  /** Whether another request of the run may have written over it. */
  readonly mayBeGone?: boolean;
}[] = [
  { label: /^story: name of a person$/, columns: ['users.name', 'evidence', 'person file'] },
  { label: /^PATCH \/v1\/auth\/person \/name$/, columns: ['users.name', 'evidence', 'person file'], mayBeGone: true },
  { label: /^story: email of a person$/, columns: ['users.email', 'invitations.email', 'evidence', 'person file'] },
  { label: /^POST \/v1\/invitations \/email$/, columns: ['invitations.email', 'evidence'] },
  { label: / \/v1\/keys(?:\/\{id\})? \/name$/, columns: ['api_keys.name', 'evidence'] },
  { label: / \/v[13]\/templates(?:\/\{slug\})? \/name$/, columns: ['templates.name'] },
  { label: / \/v[13]\/templates(?:\/\{slug\})? \/folder$/, columns: ['templates.folder'], mayBeGone: true },
  { label: / \/v1\/connections(?:\/\{id\})? \/name$/, columns: ['connections.name'] },
  { label: / \/v1\/schedules(?:\/\{id\})? \/name$/, columns: ['schedules.name'] },
  { label: /^POST \/v1\/organisations \/name$/, columns: ['organisations.name', 'evidence', 'person file'] },
  { label: / \/tag$/, columns: ['batches.tag', 'jobs.tag', 'credit_ledger.tag', 'webhook_events.facts'] },
];
