import { createHash } from 'node:crypto';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../clock.ts';
import type { Metering } from '../credits/metering.ts';
import type { Database } from '../data/database.ts';
import { ApiError } from '../errors.ts';
import type { OrganisationStore } from '../people/organisations.ts';
import { AGREEMENT_VERSION, agreementText } from './agreement-text.ts';

/** A text that can be accepted, or was. */
export interface AgreementText {
  readonly version: string;
  readonly text: string;
  /** SHA-256 of the text as UTF-8, in hex. */
  readonly sha256: string;
}

export interface Acceptance extends AgreementText {
  readonly at: Date;
  readonly organisation: string;
  readonly organisationId: string;
  /** Name and email address, as they were then. */
  readonly by: string;
  readonly email: string;
  /** Row of the audit log. */
  readonly audit: string;
}

export interface BusinessAgreementsOptions {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly metering: Metering;
  readonly organisations: OrganisationStore;
  readonly clock: Clock;
  /** Who runs the service; undefined: nobody is billed, and there is nobody to agree with. */
  readonly provider?: string;
}

const ACCEPTED = 'agreement.accepted';

/** Business associate agreements. That one was accepted is a row of the audit log, and nowhere else. */
export class BusinessAgreements {
  readonly #options: BusinessAgreementsOptions;
  /** What can be accepted now. */
  readonly current: AgreementText;

  constructor(options: BusinessAgreementsOptions) {
    this.#options = options;
    const text = agreementText(options.provider ?? 'whoever runs the service');
    const sha256 = createHash('sha256').update(text).digest('hex');
    this.current = { version: AGREEMENT_VERSION, text, sha256 };
  }

  /** Whether it can be accepted: the plan has it. */
  async isOffered(organisationId: string): Promise<boolean> {
    if (this.#options.provider === undefined) return false;
    const { status, subscription } = await this.#options.metering.limitsOf(organisationId);
    return status !== 'unpaid' && subscription?.plan.businessAssociateAgreement === true;
  }

  /** What was accepted last; undefined: nothing. */
  async accepted(organisationId: string): Promise<Acceptance | undefined> {
    const { audit, database } = this.#options;
    const [row] = await audit.list(organisationId, { action: ACCEPTED, limit: 1 });
    if (!row) return undefined;
    const { sha256, version, organisation, name, email } = row.detail as Readonly<Record<string, string>>;
    const { text } = await database.system
      .selectFrom('agreement_texts')
      .select('text')
      .where('sha256', '=', sha256 ?? '')
      .executeTakeFirstOrThrow();
    return {
      version: version ?? '',
      text,
      sha256: sha256 ?? '',
      at: row.at,
      organisation: organisation ?? '',
      organisationId,
      by: name ?? '',
      email: email ?? '',
      audit: row.id,
    };
  }

  /**
   * Accepts the text of now, and turns the HIPAA profile on. Doing it again accepts nothing anew.
   * @param given.sha256 of the text that the person has read
   * @throws ApiError `billing_off`, `payment_required` when the plan has none, `agreement_changed` when the text is
   *   another one by now
   */
  async accept(given: { readonly organisationId: string; readonly person: string; readonly sha256: string }) {
    const { organisationId, person, sha256 } = given;
    const { database, audit, organisations, clock, provider } = this.#options;
    if (provider === undefined) throw new ApiError('billing_off');
    if (!(await this.isOffered(organisationId))) {
      throw new ApiError('payment_required', { detail: 'The agreement can be had with a plan from Business on.' });
    }
    if (sha256 !== this.current.sha256) throw new ApiError('agreement_changed');
    if ((await this.accepted(organisationId))?.sha256 === sha256) {
      // The profile may have been turned off since.
      if (!(await organisations.get(organisationId))?.hipaa) {
        await organisations.change(organisationId, { actor: person, hipaa: true });
      }
      return;
    }
    const { version, text } = this.current;
    const who = await database.system
      .selectFrom('members as member')
      .innerJoin('users as user', 'user.id', 'member.user_id')
      .innerJoin('organisations as organisation', 'organisation.id', 'member.organisation_id')
      .select(['user.name', 'user.email', 'organisation.name as organisation'])
      .where('member.organisation_id', '=', organisationId)
      .where('user.id', '=', person)
      .executeTakeFirstOrThrow();
    await organisations.change(organisationId, { actor: person, hipaa: true });
    const detail = { version, sha256, ...who };
    await audit.act(
      organisationId,
      async (queries) => {
        await queries
          .insertInto('agreement_texts')
          .values({ sha256, version, text, at: new Date(clock.now()) })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      },
      () => ({ actor: person, action: ACCEPTED, target: organisationId, detail }),
    );
  }
}
