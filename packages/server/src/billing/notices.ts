import type { Database } from '../data/database.ts';
import type { Notice } from '../data/schema/billing.ts';

/** Writes an email to a person. Resolves when it is safe: then it is sent, whatever happens to the process. */
export interface NoticeMailer {
  billing(to: string, email: { readonly subject: string; readonly text: string }): Promise<void>;
}

/** People of one organisation that are told. */
const MOST_PEOPLE = 20;

/** Emails about money, to those who may change it: owners, and members with the role for billing. */
export class BillingEmails {
  readonly #database: Database;
  readonly #mailer: NoticeMailer;

  constructor({ database, mailer }: { readonly database: Database; readonly mailer: NoticeMailer }) {
    this.#database = database;
    this.#mailer = mailer;
  }

  async send(organisationId: string, notices: readonly Notice[]): Promise<void> {
    const people = await this.#database.system
      .selectFrom('members as member')
      .innerJoin('users as person', 'person.id', 'member.user_id')
      .innerJoin('organisations as organisation', 'organisation.id', 'member.organisation_id')
      .select(['person.email', 'organisation.name'])
      .where('member.organisation_id', '=', organisationId)
      .where('member.role', 'in', ['owner', 'billing'])
      .where('person.email_verified', '=', true)
      .orderBy('member.id')
      .limit(MOST_PEOPLE)
      .execute();
    for (const notice of notices) {
      for (const { email, name } of people) await this.#mailer.billing(email, textOf(notice, name));
    }
  }
}

const dollars = (cents = 0): string => `USD ${(cents / 100).toFixed(2)}`;

function textOf({ kind, cents, at = '' }: Notice, organisation: string) {
  const name = JSON.stringify(organisation);
  const when = `${at.slice(0, 16).replace('T', ' ')} UTC`;
  switch (kind) {
    case 'trial_ending':
      return {
        subject: 'Your trial ends in two days',
        text: `The trial of ${name} ends on ${when}. Its plan begins then, and ${dollars(cents)} are charged. If you do not want that, cancel before: the trial then lasts to its end and costs nothing.`,
      };
    case 'payment_failed':
      return {
        subject: 'Your card was declined',
        text: `${dollars(cents)} could not be charged for ${name}. We try again on ${when}. Work goes on for seven days after the first failure; a new card is charged at once.`,
      };
    case 'paid':
      return {
        subject: 'Your receipt',
        text: `${dollars(cents)} were charged for ${name}. Its invoices are at /v1/invoices.`,
      };
    case 'ended':
      return {
        subject: 'Your plan has ended',
        text: `The plan of ${name} has ended, as you asked. Everything can still be read and exported; new work needs a plan.`,
      };
    case 'lapsed':
      return {
        subject: 'Your plan has ended',
        text: `${dollars(cents)} could not be charged for ${name} within seven days, and its plan has ended. Everything can still be read and exported; new work needs a plan.`,
      };
    case 'refunded':
      return {
        subject: 'Money was given back',
        text: `${dollars(cents)} are given back to the card of ${name}. The credit note is with its invoices.`,
      };
    case 'disputed':
      return {
        subject: 'A payment is disputed, and your plan has ended',
        text: `The bank of the card took back ${dollars(cents)} that ${name} had paid, and its plan has ended. If that was a mistake, tell the bank: what was paid goes on when the money is back. Everything can still be read and exported; new work needs a plan.`,
      };
    case 'dispute_won':
      return {
        subject: 'A disputed payment is back',
        text: `The bank of the card gave back ${dollars(cents)} that ${name} had paid. What was paid goes on to its end, if that is still to come.`,
      };
    case 'overage_off':
      return {
        subject: 'Credits beyond your plan are off',
        text: `${dollars(cents)} for credits beyond the plan could not be charged for ${name} within seven days. The plan goes on; credits beyond it are off until you raise their ceiling (PATCH /v1/billing).`,
      };
  }
}
