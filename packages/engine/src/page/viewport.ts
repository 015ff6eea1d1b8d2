import type { CdpSession } from '../cdp/connection.ts';

/** The viewport a page is shown in: CSS pixels, and device pixels per CSS pixel. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

/** What of a page a viewport needs. */
interface Shown {
  readonly session: CdpSession;
}

/** What pages were given last. */
const given = new WeakMap<Shown, string>();

/**
 * Gives the page a viewport back that it has had from the start. One that was never given another keeps it without being
 * told: a page whose clock stands draws no frame after that.
 */
export async function resetViewport(page: Shown, viewport: Viewport): Promise<void> {
  if (given.has(page)) await setViewport(page, viewport);
}

/** Notes the viewport that a page was opened in. */
export function openedIn(page: Shown, viewport: Viewport): void {
  given.set(page, nameOf(viewport));
}

/** Gives the page a viewport. One that it has already is not given again: each makes the page a new layout. */
export async function setViewport(page: Shown, viewport: Viewport): Promise<void> {
  const name = nameOf(viewport);
  if (given.get(page) === name) return;
  given.set(page, name);
  await page.session.send('Emulation.setDeviceMetricsOverride', metricsOf(viewport));
}

/** A viewport as DevTools take it. */
export const metricsOf = ({ width, height, scale }: Viewport) => ({
  width: Math.round(width),
  height: Math.round(height),
  deviceScaleFactor: scale,
  mobile: false,
});

const nameOf = (viewport: Viewport): string => JSON.stringify(metricsOf(viewport));
