/** The analyses, as paths and the usage record name them. */
export const ANALYSES = [
  'summarize',
  'chat',
  'translate',
  'extract-data',
  'invoice-extractor',
  'receipt-scanner',
  'bank-statement',
] as const;
export type AnalysisType = (typeof ANALYSES)[number];
