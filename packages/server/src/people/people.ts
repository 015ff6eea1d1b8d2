import type { FastifyInstance } from 'fastify';
import type { DenialRecord } from '../access/denial.ts';
import type { Locks } from '../access/locks.ts';
import { RateLimit } from '../access/rate-limit.ts';
import type { ScopeSets } from '../access/scope-sets.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { DEFAULT_RETENTION } from '../config/retention.ts';
import type { Database } from '../data/database.ts';
import { registerEndpoints } from '../http/register.ts';
import type { KeyFinder } from '../keys/key-finder.ts';
import type { Log } from '../log/log.ts';
import { RetentionPolicy } from '../retention/policy.ts';
import type { Vault } from '../vault/vault.ts';
import { AUTH_ENDPOINTS } from './auth-endpoints.ts';
import { Authentication } from './authentication.ts';
import { Emails } from './emails.ts';
import { InvitationStore } from './invitations.ts';
import { KnownDevices } from './known-devices.ts';
import { createMailer } from './mailer.ts';
import { MEMBER_ENDPOINTS } from './member-endpoints.ts';
import { MemberStore } from './members.ts';
import { ORGANISATION_ENDPOINTS } from './organisation-endpoints.ts';
import type { Closing } from './organisation-parts.ts';
import { OrganisationStore } from './organisations.ts';
import { PasswordHash } from './password-hash.ts';
import { PersonCorrection } from './person-correction.ts';
import { PersonErasure } from './person-erasure.ts';
import { PublicRouteGuard } from './public-route-guard.ts';
import { PersonRecords } from './records.ts';
import { SessionAnswers } from './session-answers.ts';
import { SessionStore } from './sessions.ts';
import { SetupCode } from './setup-code.ts';
import { SignInDelays } from './sign-in-delays.ts';
import { SignUp } from './sign-up.ts';
import { PeopleSweeper } from './sweeper.ts';
import { UsedCodes } from './used-codes.ts';

/** Files of what is kept of a person, in a minute. */
const EXPORTS = 2;

export interface PeopleOptions {
  /** Keys, locks and records over the same database. */
  readonly accounts: {
    readonly database: Database;
    readonly finder: KeyFinder;
    readonly locks: Locks;
    readonly audit: AuditLog;
    readonly denials: DenialRecord;
  };
  /** 32 bytes that stay the same. */
  readonly key: Buffer;
  /** Seals emails that wait. */
  readonly vault: Vault;
  /** What each scope lets through. */
  readonly scopes: ScopeSets;
  readonly config: Pick<Config, 'allowHttp' | 'trustedProxies' | 'publicUrl' | 'smtpUrl' | 'signUp'> &
    Partial<Pick<Config, 'retention'>>;
  readonly clock: Clock;
  /** What sessions end by. Default: `clock`. */
  readonly wallClock?: Clock;
  readonly log: Log;
  /** Where links go without a mail server; never the log. */
  readonly write: (text: string) => void;
  /** N of scrypt. Default: that of production; less is for tests. */
  readonly passwordCost?: number;
}

/** People who sign in, their organisations, and who belongs to them. */
export interface People {
  /** For the gate. */
  readonly sessions: SessionStore;
  /** Routes that need no key: who comes in by them, or belongs to no organisation yet. */
  openRoutes(scope: FastifyInstance): void;
  /** Routes behind the gate. */
  gatedRoutes(scope: FastifyInstance, closing?: Closing): void;
  /** What the first person signs up with; undefined once the first organisation has an owner, or where nobody may. */
  setupCode(): Promise<string | undefined>;
  /** The origin of links. */
  readonly origin: () => string;
  /** Whether the sign-up page asks for the setup code. */
  needsSetupCode(): Promise<boolean>;
  /** Where the service listens: the origin of links, unless people see another. */
  listensAt(url: string): void;
  /** Emails to owners. */
  readonly emails: Pick<Emails, 'trouble' | 'billing'>;
  /** Finishes what is under way. */
  close(): Promise<void>;
}

export function openPeople(options: PeopleOptions): People {
  const { accounts, config, clock, wallClock = clock, vault, scopes, log, write } = options;
  const { database, audit, locks, finder: keys, denials } = accounts;
  const secret = options.key.toString('hex');
  let origin = config.publicUrl ?? 'http://127.0.0.1';

  const { smtpUrl } = config;
  const mailer = createMailer({ smtpUrl, host: new URL(origin).hostname, database, vault, log, write });
  const emails = new Emails({ mailer, clock, origin: () => origin });
  const authentication = new Authentication({
    database,
    secret,
    onReset: (email, token) => emails.reset(email, token),
    onVerification: (email, token) => emails.verification(email, token),
    passwordHash: new PasswordHash(options.passwordCost),
  });
  const sessions = new SessionStore({ database, clock: wallClock, secret, reach: config });
  const records = new PersonRecords({ database, audit, clock, log });
  const onKeysEnded = () => keys.forget();
  const organisations = new OrganisationStore({ database, audit, onKeysEnded });
  const retention = new RetentionPolicy({ audit, periods: config.retention ?? DEFAULT_RETENTION });
  const members = new MemberStore({ database, audit, clock, scopes, onKeysEnded });
  const invitations = new InvitationStore({ database, audit, clock, emails, secret });
  const usedCodes = new UsedCodes({ database, clock, secret });
  const guard = new PublicRouteGuard({ config, locks, clock, log });
  const delays = new SignInDelays({ database, clock, secret });
  const devices = new KnownDevices({ clock: wallClock, secret, config });
  const sweeper = new PeopleSweeper({ database, audit, sessions, delays, clock: wallClock });
  const shared = { database, authentication, organisations, invitations, records, config };
  const setupCode = new SetupCode({ database, vault });
  const correction = new PersonCorrection({ database, records, emails, clock: wallClock, secret });
  const erasure = new PersonErasure({ database, audit, vault, onKeysEnded });
  const signUp = new SignUp({ ...shared, emails, keys, clock, setupCode });

  return {
    sessions,
    emails,
    origin: () => origin,
    openRoutes: (scope) => {
      guard.protect(scope);
      const subject = { correction, erasure, vault, exports: new RateLimit({ limit: EXPORTS, clock }) };
      const parts = { ...shared, ...subject, sessions, signUp, usedCodes, guard, delays, devices, sweeper };
      registerEndpoints(scope, AUTH_ENDPOINTS, { ...parts, answers: new SessionAnswers(parts) });
    },
    gatedRoutes: (scope, closing) => {
      const parts = { organisations, retention, members, invitations, denials, scopes, closing };
      registerEndpoints(scope, ORGANISATION_ENDPOINTS, parts);
      registerEndpoints(scope, MEMBER_ENDPOINTS, parts);
    },
    setupCode: async () => (config.signUp === 'closed' ? undefined : await setupCode.get()),
    needsSetupCode: () => signUp.needsSetupCode(),
    listensAt: (url) => {
      origin = config.publicUrl ?? url;
    },
    close: async () => {
      await Promise.all([signUp.close(), records.close(), sweeper.close()]);
      await mailer.close();
    },
  };
}
