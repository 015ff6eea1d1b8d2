import type { Page } from './page.ts';

/** The window a page is shown in: CSS pixels, and device pixels per CSS pixel. */
export interface Window {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

export async function setWindow(page: Page, { width, height, scale }: Window): Promise<void> {
  await page.session.send('Emulation.setDeviceMetricsOverride', {
    width: Math.round(width),
    height: Math.round(height),
    deviceScaleFactor: scale,
    mobile: false,
  });
}
