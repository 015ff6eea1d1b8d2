import type { Page } from './page.ts';

/** Bytes that an origin may keep (IndexedDB, Cache, files): more than documents need, and soon written. */
const QUOTA = 64 * 1024 * 1024;
/** Origins of a page that are bounded one by one. */
const MOST_ORIGINS = 50;

/**
 * Bounds what each origin of a page may keep. Chromium gives it a fifteenth of the machine's memory or more; what fills that keeps the
 * browser's main process busy, through which every other page has to go. Past it, a page gets a QuotaExceededError. Frames of
 * other sites, which tell their own session only, are bounded by what the process may hold (chromium/main-memory.ts).
 */
export function boundStorage({ session }: Page): void {
  const bounded = new Set<string>();
  session.on('Page.frameNavigated', ({ frame: { securityOrigin: origin } }) => {
    if (!/^https?:/.test(origin) || bounded.has(origin) || bounded.size === MOST_ORIGINS) return;
    bounded.add(origin);
    session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: QUOTA }).catch(() => {});
  });
}
