import { createHash } from 'node:crypto';
import { refuseSecondTrial } from '../credits/agreements.ts';
import type { Queries } from '../data/database.ts';
import type { Card } from '../data/schema/billing.ts';
import type { Tables } from '../data/schema.ts';
import { ApiError } from '../errors.ts';

/** Hosts that give addresses to anybody: whoever has one does not belong to whoever else has one. */
const PUBLIC_MAIL = new Set(
  (
    '163.com aol.com fastmail.com gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hey.com hotmail.co.uk ' +
    'hotmail.com hotmail.de hotmail.fr icloud.com laposte.net libero.it live.com mac.com mail.com mail.ru mailbox.org ' +
    'me.com msn.com naver.com orange.fr outlook.com outlook.de pm.me posteo.de proton.me protonmail.com qq.com ' +
    'rocketmail.com seznam.cz t-online.de tutanota.com web.de wp.pl yahoo.co.jp yahoo.co.uk yahoo.com yahoo.de ' +
    'yahoo.fr yandex.ru zoho.com'
  ).split(' '),
);

/**
 * Notes that a trial is had: once by an organisation, by a card, and by the domain of an owner's verified address.
 * The notes stay when the organisation is gone, and are digests.
 * @throws ApiError `trial_used`
 */
export async function claimTrial(
  queries: Queries,
  { organisationId, card, at }: { readonly organisationId: string; readonly card: Card; readonly at: number },
): Promise<void> {
  await refuseSecondTrial(queries, organisationId);
  const claims: readonly Claim[] = [
    { kind: 'organisation', value: organisationId },
    { kind: 'card', value: card.fingerprint },
    ...(await ownDomains(queries, organisationId)).map((value) => ({ kind: 'domain' as const, value })),
  ];
  const rows = claims.map(({ kind, value }) => ({ kind, digest: digestOf(value), at: new Date(at) }));
  const written = await queries
    .insertInto('billing_trials')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .execute();
  const had = claims.find(({ kind }) => written.filter((row) => row.kind === kind).length < countOf(claims, kind));
  if (had === undefined) return;
  const whose = { organisation: 'This organisation', card: 'This card', domain: 'The domain of your email address' };
  throw new ApiError('trial_used', { detail: `${whose[had.kind]} has had a trial. Choose the plan without one.` });
}

interface Claim {
  readonly kind: Tables['billing_trials']['kind'];
  readonly value: string;
}

const countOf = (claims: readonly Claim[], kind: Claim['kind']): number =>
  claims.filter((claim) => claim.kind === kind).length;

const digestOf = (value: string): string => createHash('sha256').update(value).digest('hex');

async function ownDomains(queries: Queries, organisationId: string): Promise<readonly string[]> {
  const owners = await queries
    .selectFrom('members as member')
    .innerJoin('users as person', 'person.id', 'member.user_id')
    .select('person.email')
    .where('member.organisation_id', '=', organisationId)
    .where('member.role', '=', 'owner')
    .where('person.email_verified', '=', true)
    .execute();
  const domains = owners.map(({ email }) => email.slice(email.lastIndexOf('@') + 1).toLowerCase());
  return [...new Set(domains)].filter((domain) => !PUBLIC_MAIL.has(domain));
}
