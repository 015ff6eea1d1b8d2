import type { FastifyRequest } from 'fastify';
import { readCredential } from '../access/credential.ts';
import type { KeySource } from '../access/gate.ts';
import { allowEverything } from '../access/scopes.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../data/database.ts';
import { ApiError } from '../errors.ts';
import { firstOrganisation } from '../keys/first-organisation.ts';
import { isAllowed } from '../network/allowlist.ts';
import { clientOf } from '../network/client.ts';
import type { Authentication } from './authentication.ts';
import type { Emails } from './emails.ts';
import type { InvitationStore, OpenInvitation } from './invitations.ts';
import type { OrganisationStore } from './organisations.ts';
import type { PersonRecords } from './records.ts';
import { hasOwner, type SetupCode } from './setup-code.ts';

export interface SignUpOptions {
  readonly database: Database;
  readonly authentication: Authentication;
  readonly organisations: OrganisationStore;
  readonly invitations: InvitationStore;
  readonly emails: Emails;
  readonly records: PersonRecords;
  readonly keys: KeySource;
  readonly clock: Clock;
  readonly setupCode: SetupCode;
  readonly config: Pick<Config, 'signUp' | 'trustedProxies' | 'publicUrl'>;
}

export interface NewPerson {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/**
 * Makes accounts. Who was invited has proved the mailbox by the link, and the first person has proved to be the
 * operator: they are in at once. Everybody else gets an email, and the answer is the same whether there was an account.
 */
export class SignUp {
  readonly #options: SignUpOptions;
  readonly #underWay = new Set<Promise<void>>();

  constructor(options: SignUpOptions) {
    this.#options = options;
  }

  /** @throws ApiError `sign_up_closed`, `invalid_link`, `address_taken` */
  async invited(person: NewPerson, token: string): Promise<void> {
    if (this.#options.config.signUp === 'closed') throw new ApiError('sign_up_closed');
    const invitation = await this.#options.invitations.open(token);
    if (invitation.email !== person.email) throw new ApiError('invalid_link');
    const id = await this.#makeVerified(person);
    await this.#join(invitation, id);
  }

  /**
   * @param setupCode what the first person sends
   * @returns whether the person is in at once
   * @throws ApiError `sign_up_closed`, `invalid_credentials`, `invalid_key`, `address_taken`
   */
  async uninvited(request: FastifyRequest, person: NewPerson, setupCode?: string): Promise<boolean> {
    const { signUp } = this.#options.config;
    if (signUp === 'closed') throw new ApiError('sign_up_closed');
    const noOwner = await this.#hasNoOwner();
    if (!noOwner && setupCode !== undefined) {
      throw new ApiError('sign_up_closed', { detail: 'The setup code was used: the first organisation has an owner.' });
    }
    if (noOwner && (await this.#isOperator(request, setupCode))) {
      await this.#makeFirst(person);
      return true;
    }
    if (signUp !== 'open') {
      const detail =
        'The first person sends the setup code, which the service prints when it starts, as "setup_code", or a key with all rights.';
      throw new ApiError('sign_up_closed', noOwner ? { detail } : {});
    }
    await this.#options.authentication.signUp(person).catch((error: unknown) => {
      // Of two who sign up with one address at once, the answer is the same for both.
      if (!(error instanceof ApiError && error.code === 'address_taken')) throw error;
    });
    this.#write(person.email);
    return false;
  }

  async close(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  /** Whether the sign-up page asks for the setup code. */
  async needsSetupCode(): Promise<boolean> {
    return this.#options.config.signUp !== 'closed' && (await this.#hasNoOwner());
  }

  async #hasNoOwner(): Promise<boolean> {
    const { database } = this.#options;
    return !(await hasOwner(database.system, await firstOrganisation(database)));
  }

  /**
   * Whether the request is the operator's: with the setup code, or with a key of the instance that may do everything.
   * Where it comes from proves nothing: a proxy on this machine sends on what strangers ask for.
   */
  async #isOperator(request: FastifyRequest, setupCode: string | undefined): Promise<boolean> {
    if (setupCode !== undefined) {
      if (await this.#options.setupCode.matches(setupCode)) return true;
      throw new ApiError('invalid_credentials', {
        detail: 'This is not the setup code. The service prints it when it starts.',
      });
    }
    const credential = readCredential(request.raw.rawHeaders);
    if (credential.kind === 'none') return false;
    const caller = credential.kind === 'key' ? await this.#options.keys.find(credential.key) : undefined;
    if (!caller) throw new ApiError('invalid_key');
    const { address } = clientOf(request, this.#options.config);
    return (
      allowEverything(caller.scopes) &&
      caller.mode === 'live' &&
      isAllowed(caller.allowlist, address) &&
      (caller.endsAt === undefined || this.#options.clock.now() < caller.endsAt) &&
      caller.organisationId === (await firstOrganisation(this.#options.database))
    );
  }

  async #makeFirst(person: NewPerson): Promise<void> {
    const { database, organisations } = this.#options;
    const id = await this.#makeVerified(person);
    if (await organisations.claim(await firstOrganisation(database), id)) return;
    // Somebody else was first, a moment ago.
    await database.system.deleteFrom('users').where('id', '=', id).execute();
    throw new ApiError('sign_up_closed');
  }

  async #join(invitation: OpenInvitation, userId: string): Promise<void> {
    try {
      await this.#options.invitations.accept(invitation, userId);
    } catch (error) {
      // The invitation was for one person, and somebody has used it, or taken it back, a moment ago.
      await this.#options.database.system.deleteFrom('users').where('id', '=', userId).execute();
      throw error;
    }
  }

  /** @throws ApiError `address_taken` */
  async #makeVerified(person: NewPerson): Promise<string> {
    const { database, authentication } = this.#options;
    const { system } = database;
    const known = await system.selectFrom('users').select('id').where('email', '=', person.email).executeTakeFirst();
    if (known) throw new ApiError('address_taken');
    const id = await authentication.signUp(person);
    // By its id: somebody else may have taken the address meanwhile, and must not be verified by this email.
    const { numUpdatedRows } = await system
      .updateTable('users')
      .set({ email_verified: true })
      .where('id', '=', id)
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0) throw new ApiError('address_taken');
    return id;
  }

  /** Writes to somebody who signed up, beside the answer: what is written, and how long it takes, depends on them. */
  #write(email: string): void {
    const write = async () => {
      const { database, authentication, emails, records } = this.#options;
      const person = await database.system
        .selectFrom('users')
        .select(['id', 'email_verified'])
        .where('email', '=', email)
        .executeTakeFirst();
      if (!person) return;
      if (person.email_verified) return emails.account(email);
      await authentication.sendVerification(email);
      await records.record(person.id, { action: 'person.signed_up' });
    };
    const work = write()
      .catch(() => {})
      .finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
  }
}
