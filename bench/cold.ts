import type { FoundBrowser } from '../packages/engine/src/chromium/find.ts';
import { Floor } from './floor.ts';
import { median } from './measure.ts';
import { Service } from './service.ts';

/** Milliseconds from the start of a process; medians of all starts. */
export interface ColdResult {
  /** Until the service says that it listens. */
  readonly listening: number;
  /** Until its first PDF is there. */
  readonly firstPdf: number;
  /** Until the first PDF of a bare Chromium is there. */
  readonly floorFirstPdf: number;
  readonly ratio: number;
}

const STARTS = 5;

/** How long a start takes. Programs and libraries are in the system's cache: an earlier start has read them. */
export async function measureCold(browser: FoundBrowser, html: string): Promise<ColdResult> {
  const listening: number[] = [];
  const firstPdf: number[] = [];
  const floorFirstPdf: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    floorFirstPdf.push(await startFloor(browser, html));
    const times = await startService(html);
    listening.push(times.listening);
    firstPdf.push(times.firstPdf);
  }
  const [service, floor] = [median(firstPdf), median(floorFirstPdf)];
  return { listening: median(listening), firstPdf: service, floorFirstPdf: floor, ratio: service / floor };
}

async function startFloor(browser: FoundBrowser, html: string): Promise<number> {
  const start = performance.now();
  const floor = await Floor.start({ browser, contexts: 1 });
  try {
    await floor.printPdf(html);
    return performance.now() - start;
  } finally {
    await floor.close();
  }
}

async function startService(html: string): Promise<{ readonly listening: number; readonly firstPdf: number }> {
  const start = performance.now();
  const service = await Service.start({ allow: '' });
  try {
    const listening = performance.now() - start;
    await service.convert('pdf', { source: { html }, tagged: false, outline: false });
    return { listening, firstPdf: performance.now() - start };
  } finally {
    await service.stop();
  }
}
