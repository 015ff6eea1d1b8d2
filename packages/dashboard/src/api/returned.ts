/** What a file host has sent somebody back with, who was to let the service in (RFC 6749, section 4.1.2). */
export interface Returned {
  readonly state: string;
  readonly code?: string;
  readonly error?: string;
  readonly iss?: string;
}

const NAMES = ['state', 'code', 'error', 'iss'] as const;

let returned: Returned | undefined;

/** Keeps it, and takes it out of the address, before anything else of the page sees that: it is to stand in no history. */
export function keepReturned(): void {
  const { pathname, search } = window.location;
  const query = new URLSearchParams(search);
  if (pathname !== '/connections' || !query.has('state')) return;
  const given = NAMES.map((name) => [name, query.get(name)]).filter(([, value]) => value);
  returned = Object.fromEntries(given) as Returned;
  window.history.replaceState(null, '', pathname);
}

/** What was kept, once. */
export function takeReturned(): Returned | undefined {
  const taken = returned;
  returned = undefined;
  return taken;
}
