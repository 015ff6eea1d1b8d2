/** What a client prefers (RFC 7240): to be answered at once by a job, or after so many seconds if nothing is there. */
export interface Preference {
  readonly respondAsync: boolean;
  /** Seconds. */
  readonly wait?: number;
}

/** Reads `Prefer: respond-async, wait=10`. What is not understood is ignored, as the RFC asks. */
export function readPreference(header: string | readonly string[] | undefined): Preference {
  const preferences = [header ?? []].flat().join(',').split(',');
  let respondAsync = false;
  let wait: number | undefined;
  for (const preference of preferences) {
    const [, name = '', value] = /^\s*([\w-]+)\s*(?:=\s*"?(\d{1,6})"?\s*)?(?:;.*)?$/.exec(preference) ?? [];
    if (name.toLowerCase() === 'respond-async') respondAsync = true;
    if (name.toLowerCase() === 'wait' && value !== undefined) wait ??= Number(value);
  }
  return { respondAsync, wait };
}
