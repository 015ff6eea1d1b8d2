/**
 * What operators do on the database of an instance. It loads no API and no people: a command of a moment would spend most
 * of it on them.
 */

export { type Anchors, readAnchors } from './audit/anchors.ts';
export type { SealedVerification } from './audit/sealed-file.ts';
export { ExportError, type ExportVerification, verifyExport } from './audit/verify-export.ts';
export { type Config, readConfig, readObjects } from './config/config.ts';
export { ConfigError } from './config/error.ts';
export type { ObjectsPlace } from './config/objects.ts';
export { readCatalogue } from './credits/catalogue.ts';
export { type DatabaseState, inspectDatabase } from './data/inspect.ts';
export { ApiError } from './errors.ts';
export { type EvidenceVerification, verifyEvidence } from './evidence/verify.ts';
export type { MoveOutcome } from './objects/move.ts';
export { faultOfObjects } from './objects/open.ts';
export { faultOfMailServer } from './people/smtp.ts';
export { type Removal, verifyCertificate } from './retention/certificate.ts';
export { type Administration, openAdministration } from './service/administration.ts';
export type { AuditFormat } from './service/audit-export.ts';
export { backUpInstance, restoreBackup } from './service/backup.ts';
export { dumpInstance, restoreInstance } from './service/dumps.ts';
export { moveResults } from './service/move-results.ts';
