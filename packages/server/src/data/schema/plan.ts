/** What can be used up, each with a limit of its own. */
export const POOLS = ['credits', 'ai_operations', 'bank_pages'] as const;
export type Pool = (typeof POOLS)[number];

/** What a plan gives and costs. Money is whole micro-USD. */
export interface Plan {
  /** Name in requests and settings. */
  readonly name: string;
  readonly title: string;
  /** Of one month. */
  readonly price: number;
  /** Of one month. */
  readonly credits: number;
  /** Of one credit beyond those. */
  readonly overagePrice: number;
  /** Of one calendar month. */
  readonly aiOperations: number;
  /** Pages of bank statements in one calendar month. */
  readonly bankPages: number;
  /** Of one key. */
  readonly requestsPerMinute: number;
  /** Of one key. */
  readonly concurrentRequests: number;
  /** Whether a business associate agreement (HIPAA) can be had. */
  readonly businessAssociateAgreement: boolean;
}
