import type { Input } from '../request/input.ts';
import type { Page } from './page.ts';
import { startWorkers } from './workers.ts';

/** What makes HTML ask the network for something, or leave for another document. */
const LOADS =
  /\bsrc|href|url\(|@import|<script|<object|<embed|\bdata\s*=|poster|background\s*=|http-equiv|image-set\(|\\/i;
/** What makes HTML run script. */
const RUNS = /<script|\bon[a-z]+\s*=|javascript:/i;

/**
 * Turns on the reports that a document can cause. Each costs the browser some time in every page, and most documents
 * that are made for printing neither load nor run anything.
 * @param injected whether the request adds a script or a style sheet of its own
 * @param pictures bytes of pictures that are kept to be looked at
 */
export function startReports(
  page: Page,
  input: Input,
  { injected, pictures }: { readonly injected: boolean; readonly pictures: number },
): readonly Promise<unknown>[] {
  const { session } = page;
  const everything = input.kind === 'url' || injected;
  const reports: Promise<unknown>[] = [];
  if (everything || LOADS.test(input.html) || RUNS.test(input.html)) {
    reports.push(
      // Other bodies are of no interest, and those of a page that posts megabytes would hold up the browser's other pages.
      session.send('Network.enable', {
        maxTotalBufferSize: pictures,
        maxResourceBufferSize: pictures,
        maxPostDataSize: 1,
      }),
      session.send('Network.setBypassServiceWorker', { bypass: true }),
    );
  }
  if (everything || RUNS.test(input.html)) {
    reports.push(session.send('Runtime.enable'), startWorkers(page));
  }
  return reports;
}
