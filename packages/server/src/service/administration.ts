import { AnalysisAccess, type WaitlistEntry } from '../analysis/access.ts';
import { writeAnchor } from '../audit/anchoring.ts';
import { type Anchors, anchorsOf, readAnchors } from '../audit/anchors.ts';
import { AuditLog } from '../audit/audit-log.ts';
import { exportKey, publicKeyOf } from '../audit/export-seal.ts';
import { openHeads } from '../audit/heads.ts';
import { acceptAudit, type Verification, verifyAudit } from '../audit/verify.ts';
import { COMPARED_DAYS } from '../billing/comparison.ts';
import type { Difference } from '../billing/reconciler.ts';
import { steadyClock, wallClock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/error.ts';
import type { S3Place } from '../config/objects.ts';
import { Agreements, type PlanChoice } from '../credits/agreements.ts';
import { readCatalogue } from '../credits/catalogue.ts';
import { Subscriptions } from '../credits/subscriptions.ts';
import { openDatabase } from '../data/database.ts';
import { ApiError } from '../errors.ts';
import type { EvidenceOptions } from '../evidence/evidence.ts';
import { invalidField, valid } from '../http/valid.ts';
import { keyDigest } from '../keys/digest.ts';
import { firstOrganisation } from '../keys/first-organisation.ts';
import { refuseUnmatched } from '../keys/grants.ts';
import { keyJson } from '../keys/key-json.ts';
import { KeyStore } from '../keys/key-store.ts';
import { createRequest, type KeyJson } from '../keys/schema.ts';
import { createStderrLog } from '../log/log.ts';
import { NotLocked } from '../objects/not-locked.ts';
import type { MadeKey } from '../people/members.ts';
import { OrganisationStore } from '../people/organisations.ts';
import { type CertificateOptions, certificateLines } from '../retention/certificate.ts';
import { RetentionPolicy } from '../retention/policy.ts';
import { type RetentionStatus, retentionStatus } from '../retention/status.ts';
import { VERSION } from '../version.ts';
import { type AuditFormat, exportAudit } from './audit-export.ts';
import { openDataFolder } from './data-folder.ts';
import type { PersonRow } from './people-administration.ts';
import { readSecrets } from './secrets.ts';

/** @throws ConfigError that says what is wrong with the bucket of anchors, where it refuses */
async function atBucket<Value>(step: 'read' | 'write', place: S3Place, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const { isS3Fault, sentenceOf } = await import('../objects/s3-fault.ts');
    if (error instanceof NotLocked) throw new ConfigError('PLATEN_AUDIT_ANCHOR', error.message);
    throw isS3Fault(error) ? new ConfigError('PLATEN_AUDIT_ANCHOR', `${sentenceOf(error, step, place)}.`) : error;
  }
}

/** What the operator of an instance does on its database, without a key. */
export interface Administration {
  /**
   * Makes a key, by the fields of `POST /v1/keys`.
   * @throws ApiError with what is wrong with them
   */
  createKey(fields: Readonly<Record<string, unknown>>): Promise<{ readonly key: KeyJson; readonly secret: string }>;
  /** All keys, newest first. */
  listKeys(): AsyncGenerator<KeyJson>;
  /** @throws ApiError `not_found` */
  revokeKey(id: string): Promise<KeyJson>;
  /**
   * Begins a plan now.
   * @throws ApiError `not_found` when there is no such plan
   */
  beginPlan(choice: PlanChoice): Promise<void>;
  /** Ends the plan now. @returns whether there was one */
  endPlan(): Promise<boolean>;
  /** @param ceiling micro-USD a period that may be used beyond the plan; null: its monthly price */
  setCeiling(ceiling: number | null): Promise<void>;
  /** Organisations that asked for the analysis or were granted it, the oldest first. */
  waitlist(): Promise<readonly WaitlistEntry[]>;
  /** Lets the organisation use the analysis where that is by waitlist. */
  grantAnalysis(): Promise<void>;
  /** Switches the HIPAA profile of the organisation. */
  setHipaa(hipaa: boolean): Promise<void>;
  /**
   * Makes the records of billing say what the payment provider says, of all organisations.
   * @param days how far back. Default 120
   * @throws ApiError `billing_off`, `billing_busy`, `billing_unavailable`
   */
  syncBilling(days?: number): Promise<readonly Difference[]>;
  /** Sets a legal hold of the organisation, or lifts it (null). */
  setHold(reason: string | null): Promise<void>;
  /** What is kept, and what of it is due. */
  retentionStatus(): Promise<readonly RetentionStatus[]>;
  /** A certificate of what was removed, a line at a time. */
  certifyDeletions(which: Pick<CertificateOptions, 'from' | 'to' | 'organisationId'>): AsyncGenerator<string>;
  /** Everybody with an account, the oldest first. */
  listPeople(): AsyncGenerator<PersonRow>;
  /**
   * What is kept of a person, a piece at a time; that it was exported is a row of the audit log.
   * @param who an id, or an address @throws ApiError `not_found`
   */
  exportPerson(who: string): Promise<AsyncGenerator<string>>;
  /** @throws ApiError `not_found`, `address_taken`, `invalid_request` */
  changePerson(who: string, change: { readonly name?: string; readonly email?: string }): Promise<void>;
  /** Closes an account. @returns keys that the person made, which work on @throws ApiError `not_found`, `last_owner`, `legal_hold` */
  erasePerson(who: string): Promise<{ readonly id: string; readonly keysLeft: readonly MadeKey[] }>;
  /** What is kept of the organisation, a tar archive in pieces; that it was exported is a row of its audit log. */
  exportOrganisation(): AsyncGenerator<Buffer>;
  /** Checks all audit chains, also against heads that are kept elsewhere: those of PLATEN_AUDIT_ANCHOR unless others are given. */
  verifyAudit(anchors?: Anchors): Promise<{ readonly chains: readonly Verification[]; readonly anchors?: Anchors }>;
  /** Writes the heads of all chains to PLATEN_AUDIT_ANCHOR now. @returns how many @throws ConfigError without that */
  anchorAudit(): Promise<number>;
  /** The public key that exports and anchors of this instance are sealed with. */
  readonly publicKey: string;
  /** Signs audit chains anew whose heads do not fit. @returns what was accepted of each */
  acceptAudit(): Promise<readonly Verification[]>;
  /** All audit chains as text, a line at a time; that they were exported is in each of them. */
  exportAudit(format: AuditFormat): AsyncGenerator<string>;
  /** Evidence of a period for an auditor, a tar archive in pieces; that it was exported is in each audit chain. */
  exportEvidence(choice: Pick<EvidenceOptions, 'from' | 'to' | 'tests'>): AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

export interface AdministrationOptions {
  /** Whose keys. Default: the first organisation. */
  readonly organisationId?: string;
}

const PAGE = 100;
const OPERATOR = { actor: 'operator' } as const;
const DAY = 86_400_000;

/**
 * Opens the database of the configuration: PGlite while no server has it open, PostgreSQL at any time.
 * @throws ConfigError when it cannot be opened; ApiError `not_found` when there is no such organisation
 */
export async function openAdministration(config: Config, options: AdministrationOptions = {}): Promise<Administration> {
  const log = createStderrLog('error');
  openDataFolder(config.dataFolder, log);
  // Nobody waits for an answer: what reads whole tables may take its time.
  const database = await openDatabase(config, { statementTimeout: 0 });
  try {
    const secrets = await readSecrets(config, database);
    const heads = openHeads({ database, dataFolder: config.dataFolder, key: secrets.auditKey, log });
    const audit = new AuditLog({ database, heads, clock: steadyClock, log });
    const anchor = config.auditAnchor;
    // The client of S3 takes long to load.
    const bucket = anchor && new (await import('../objects/locked-bucket.ts')).LockedBucket(anchor);
    const people = async () =>
      (await import('./people-administration.ts')).peopleOf({ database, audit, vault: secrets.vault });
    const publicKey = publicKeyOf(exportKey(secrets.auditKey));
    const digest = keyDigest(secrets.pepper);
    const keys = new KeyStore({ database, audit, clock: steadyClock, digest, onChange: () => {} });
    const organisationId = options.organisationId ?? (await firstOrganisation(database));
    await refuseUnknown(organisationId);
    const context = { organisationId, actor: 'operator' };
    const catalogue = readCatalogue(config.plansFile);
    const subscriptions = new Subscriptions({ database, clock: wallClock });
    const agreements = new Agreements({ audit, subscriptions, catalogue, clock: wallClock });
    const organisations = new OrganisationStore({ database, audit, onKeysEnded: () => {} });
    const policy = new RetentionPolicy({ audit, periods: config.retention });
    const access = new AnalysisAccess({ database, audit, policy: 'waitlist', clock: wallClock });
    const json = (row: Parameters<typeof keyJson>[0]) => keyJson(row, steadyClock.now());
    return {
      createKey: async (fields) => {
        const { expires_at, ...properties } = valid(createRequest, fields);
        // Loads what is written of every endpoint.
        const { SCOPE_SETS } = await import('./endpoints.ts');
        refuseUnmatched(properties.scopes, SCOPE_SETS);
        const end = expires_at === null ? null : new Date(expires_at);
        if (end && end.getTime() <= steadyClock.now()) {
          throw invalidField('/expires_at', '"expires_at" must be in the future.');
        }
        const { row, key } = await keys.create(context, { ...properties, expires_at: end });
        return { key: json(row), secret: key };
      },
      listKeys: async function* () {
        for (let before: string | undefined; ; ) {
          const rows = await keys.list(context, { before, limit: PAGE });
          for (const row of rows) yield json(row);
          before = rows.at(-1)?.id;
          if (rows.length < PAGE) return;
        }
      },
      revokeKey: async (id) => json(await keys.revoke(context, id)),
      beginPlan: async (choice) => void (await agreements.begin(context, choice)),
      endPlan: () => agreements.end(context),
      setCeiling: (ceiling) => agreements.setCeiling(context, ceiling),
      waitlist: () => access.list(),
      grantAnalysis: () => access.grant(context),
      setHipaa: async (hipaa) => void (await organisations.change(organisationId, { actor: 'operator', hipaa })),
      syncBilling: async (days = COMPARED_DAYS) => {
        const origin = () => '';
        const credits = { subscriptions, catalogue };
        const { openBilling } = await import('../billing/open.ts');
        const { reconciler } = await openBilling({ database, audit, credits, clock: wallClock, config, origin });
        if (!reconciler) throw new ApiError('billing_off', { detail: 'BILLING is off: there is nothing to compare.' });
        return await reconciler.all(wallClock.now() - days * DAY);
      },
      setHold: async (reason) => void (await policy.hold(organisationId, 'operator', reason)),
      retentionStatus: () => retentionStatus(database, config.retention),
      certifyDeletions: (which) => certificateLines({ ...which, database, auditKey: secrets.auditKey, at: new Date() }),
      listPeople: async function* () {
        yield* (await people()).listPeople();
      },
      exportPerson: async (who) => (await people()).exportPerson(who),
      changePerson: async (who, change) => (await people()).changePerson(who, change),
      erasePerson: async (who) => (await people()).erasePerson(who),
      exportOrganisation: async function* () {
        const { organisationData } = await import('./organisation-data.ts');
        const { Objects } = await import('../objects/objects.ts');
        const { defaultPlace, openObjectStore } = await import('../objects/open.ts');
        const { dataFolder, objects: place = defaultPlace(database) } = config;
        const store = await openObjectStore(place, { database, dataFolder });
        // First: without this row there is no archive.
        await audit.record(organisationId, { ...OPERATOR, action: 'organisation.exported', target: organisationId });
        const objects = new Objects({ store, vault: secrets.vault });
        yield* organisationData({ database, vault: secrets.vault, objects, organisationId, at: new Date() });
      },
      verifyAudit: async (given) => {
        const anchors =
          given ??
          (bucket && anchor && (await atBucket('read', anchor, () => readAnchors(anchorsOf(bucket), publicKey))));
        return { chains: await verifyAudit(database.system, heads, anchors?.heads), ...(anchors ? { anchors } : {}) };
      },
      anchorAudit: async () => {
        if (!bucket || !anchor) throw new ConfigError('PLATEN_AUDIT_ANCHOR', 'set it to a bucket with S3 Object Lock');
        const given = { database, heads, auditKey: secrets.auditKey, bucket, days: anchor.days };
        return await atBucket('write', anchor, () => writeAnchor(given));
      },
      publicKey,
      acceptAudit: () => acceptAudit(database.system, { heads, audit }),
      exportAudit: (format) => exportAudit({ database, audit, heads, auditKey: secrets.auditKey }, format),
      exportEvidence: async function* (choice) {
        const { evidence } = await import('../evidence/evidence.ts');
        const { from = null, to = null } = choice;
        const entry = { action: 'evidence.exported', detail: { from, to } };
        const auditLines = exportAudit({ database, audit, heads, auditKey: secrets.auditKey }, 'ndjson', entry);
        const { auditKey } = secrets;
        yield* evidence({ ...choice, database, config, auditKey, auditLines, version: VERSION, at: new Date() });
      },
      close: async () => {
        await heads.flush();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }

  async function refuseUnknown(id: string): Promise<void> {
    const row = await database.system.selectFrom('organisations').select('id').where('id', '=', id).executeTakeFirst();
    if (!row)
      throw new ApiError('not_found', { detail: `There is no organisation ${JSON.stringify(id.slice(0, 40))}.` });
  }
}
