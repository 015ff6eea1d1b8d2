import { createReadStream, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { renderTemplate } from '../packages/engine/src/input/template.ts';
import { endWaitingProcesses } from '../packages/engine/src/input/template-pool.ts';

/** The documents of the benchmark: examples of this repository, as HTML that both sides get byte for byte. */
export interface Documents {
  readonly invoice: string;
  readonly report: string;
  readonly lateChart: string;
  /** `host:port` that the report loads its pictures and its font from. */
  readonly host: string;
  close(): void;
}

const EXAMPLES = path.join(import.meta.dirname, '../examples');
const REPORT = path.join(EXAMPLES, 'report');
const MEDIA_TYPES: Readonly<Record<string, string>> = { svg: 'image/svg+xml', png: 'image/png', ttf: 'font/ttf' };

export async function openDocuments(): Promise<Documents> {
  const files = await serveFilesOf(REPORT);
  return {
    invoice: await renderInvoice(),
    report: readReport(`http://${files.host}`),
    lateChart: readFileSync(path.join(EXAMPLES, 'late-chart/late-chart.html'), 'utf8'),
    host: files.host,
    close: files.close,
  };
}

/** Its files by their whole address: a `<base>` would turn the links of its contents into links out of the document. */
function readReport(origin: string): string {
  const html = readFileSync(path.join(REPORT, 'report.html'), 'utf8');
  return html.replaceAll('src="images/', `src="${origin}/images/`).replaceAll('url("fonts/', `url("${origin}/fonts/`);
}

/** The template is filled once, beforehand: what is compared is the way from HTML to the result. */
async function renderInvoice(): Promise<string> {
  const folder = path.join(EXAMPLES, 'invoice');
  const template = readFileSync(path.join(folder, 'invoice.liquid'), 'utf8');
  const data = JSON.parse(readFileSync(path.join(folder, 'data.json'), 'utf8')) as Record<string, unknown>;
  try {
    return (await renderTemplate({ template, data })).html;
  } finally {
    endWaitingProcesses();
  }
}

async function serveFilesOf(folder: string): Promise<{ readonly host: string; close(): void }> {
  const server = createServer((request, response) => {
    const name = path.posix.normalize(new URL(request.url ?? '/', 'http://folder').pathname);
    // The documents are at another origin, where a font needs the permission of its host.
    const headers = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' };
    createReadStream(path.join(folder, name))
      .on('error', () => response.writeHead(404, headers).end())
      .once('open', () => {
        const type = MEDIA_TYPES[path.extname(name).slice(1)] ?? 'application/octet-stream';
        response.writeHead(200, { ...headers, 'content-type': type });
      })
      .pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
