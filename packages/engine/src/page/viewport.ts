import type { Page } from './page.ts';

/** The viewport a page is shown in: CSS pixels, and device pixels per CSS pixel. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

export async function setViewport(page: Page, { width, height, scale }: Viewport): Promise<void> {
  await page.session.send('Emulation.setDeviceMetricsOverride', {
    width: Math.round(width),
    height: Math.round(height),
    deviceScaleFactor: scale,
    mobile: false,
  });
}
