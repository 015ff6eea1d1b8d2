/** Bytes of a body, at most: receivers have limits of their own. */
const MOST_BODY = 20_000;

/** Members that have no bound of their own. */
const LONG: ReadonlySet<string> = new Set(['result', 'warnings', 'destinations']);

/** What is reported of a job; `jobs/` knows it. */
export interface JobReport {
  readonly data: Readonly<Record<string, unknown>>;
  /** Members beside `type`, `timestamp` and `data`, as PDFShift's receivers expect them. */
  readonly flat: Readonly<Record<string, unknown>>;
}

/** Reads what became of a job; undefined if it is not known any more. */
export type ReportOf = (organisationId: string, jobId: string) => Promise<JobReport | undefined>;

/** The body of an event. */
export function bodyOf(
  event: { readonly type: string; readonly created_at: Date; readonly facts: Readonly<Record<string, unknown>> },
  report?: JobReport,
): Buffer {
  const { type, created_at, facts } = event;
  const timestamp = created_at.toISOString();
  const data = { ...report?.data, ...facts };
  // The members of PDFShift tell how a conversion went.
  const flat = type.startsWith('conversion.') ? report?.flat : {};
  const whole = bytesOf({ type, timestamp, data, ...flat });
  if (whole.length <= MOST_BODY) return whole;
  // Many results: the job has them all.
  const short = Object.entries(data).filter(([name]) => !LONG.has(name));
  return bytesOf({ type, timestamp, data: { ...Object.fromEntries(short), truncated: true }, ...flat });
}

const bytesOf = (value: object): Buffer => Buffer.from(JSON.stringify(value));
