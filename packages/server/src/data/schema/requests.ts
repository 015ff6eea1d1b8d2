import type { Generated } from 'kysely';

/** Requests that are answered once, and who may have texts analyzed. */
export interface RequestsTables {
  idempotency_keys: IdempotencyKeysTable;
  idempotency_parts: IdempotencyPartsTable;
  analysis_access: AnalysisAccessTable;
}

interface IdempotencyKeysTable {
  organisation_id: string;
  digest: Buffer;
  id: string;
  before: Generated<string[]>;
  fingerprint: Buffer;
  leased_until: Date | null;
  status: number | null;
  size: number | null;
  answer: Buffer | null;
  expires_at: Date;
}

interface IdempotencyPartsTable {
  organisation_id: string;
  id: string;
  part: number;
  bytes: Buffer;
}

interface AnalysisAccessTable {
  organisation_id: string;
  status: 'waiting' | 'granted';
  asked_at: Date | null;
  granted_at: Date | null;
}
