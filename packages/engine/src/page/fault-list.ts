import type { Warning, WarningItem } from '../warnings.ts';

const MOST_ITEMS = 10;
/** Characters of an address or a message. */
const LONGEST = 300;

/** The first few of what went wrong, each once. */
export class FaultList {
  readonly #items = new Map<string, WarningItem>();

  add(item: WarningItem): void {
    if (this.#items.size >= MOST_ITEMS) return;
    const shown = Object.fromEntries(Object.entries(item).map(([name, value]) => [name, shorten(value)]));
    this.#items.set(JSON.stringify(shown), shown);
  }

  /** What a warning tells of `count` faults. */
  detail(count: number): NonNullable<Warning['detail']> {
    return this.#items.size === 0 ? { count } : { count, items: [...this.#items.values()] };
  }
}

const shorten = (value: string | number): string | number =>
  typeof value === 'string' && value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;

const REASONS: Readonly<Record<string, string>> = {
  'mixed-content': 'http file in an https page',
  'net::ERR_BLOCKED_BY_ORB': 'not of the type that was asked for',
};

/** Chromium's name of a network error, or of what else kept a file away, in words. */
export function plainReason(errorText: string, blockedReason = ''): string {
  const name = /^net::ERR_([A-Z0-9_]+)$/.exec(errorText)?.[1];
  const known = REASONS[errorText] ?? REASONS[blockedReason];
  return known ?? name?.toLowerCase().replaceAll('_', ' ') ?? 'did not load';
}
