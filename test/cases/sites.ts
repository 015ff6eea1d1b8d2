import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { PNG } from 'pngjs';
import { type Site, startSite } from '../../packages/engine/src/testing/site.ts';

/** A request that came in. */
export interface Seen {
  readonly host: 'own' | 'other';
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

export interface CaseSites {
  readonly own: Site;
  readonly other: Site;
  readonly seen: readonly Seen[];
  close(): void;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
type Send = (query: URLSearchParams, request: IncomingMessage, response: ServerResponse) => void;

const FONT = readFileSync(new URL('../../examples/report/fonts/Caladea-Regular.ttf', import.meta.url));
const TEXT = 'text/html; charset=utf-8';
const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><text x="10" y="40">DRAWING WORD</text></svg>';

/** Two sites of different hosts, with everything that the cases load. */
export async function startCaseSites(): Promise<CaseSites> {
  const seen: Seen[] = [];
  let otherOrigin = '';
  const answers = (host: Seen['host']): Record<string, Handler> =>
    Object.fromEntries(
      Object.entries(pages(() => otherOrigin)).map(([path, send]): [string, Handler] => [
        path,
        (request, response) => {
          const url = request.url ?? '/';
          seen.push({ host, url, headers: request.headers });
          const query = new URL(url, 'http://site.invalid').searchParams;
          const milliseconds = Number(query.get('ms') ?? 0);
          response.setHeader('access-control-allow-origin', '*');
          if (milliseconds === 0) send(query, request, response);
          else setTimeout(() => send(query, request, response), milliseconds);
        },
      ]),
    );
  const other = await startSite(answers('other'), '127.0.77.42');
  otherOrigin = other.origin;
  const own = await startSite(answers('own'), '127.0.77.41');
  return {
    own,
    other,
    seen,
    close: () => {
      own.close();
      other.close();
    },
  };
}

function pages(other: () => string): Record<string, Send> {
  const reply =
    (body: string | Buffer, type = TEXT, status = 200): Send =>
    (_, __, response) =>
      void response.writeHead(status, { 'content-type': type }).end(body);
  const redirect =
    (to: (query: URLSearchParams) => string, status = 302): Send =>
    (query, _, response) =>
      void response.writeHead(status, { location: to(query) }).end();
  const counter = new Map<string, number>();
  return {
    '/': reply('<!doctype html><title>Home</title><p>HOME'),
    '/picture.png': (query, _, response) =>
      void response.writeHead(200, { 'content-type': 'image/png' }).end(png(query)),
    '/probe.ttf': reply(FONT, 'font/ttf'),
    '/never': () => {},
    '/ping': reply('pong', 'text/plain'),
    '/probe.css': reply('@font-face{font-family:Probe;src:url(probe.ttf?ms=500)}', 'text/css'),
    '/red.css': reply('p{color:rgb(255,0,0)}', 'text/css'),
    '/chain-1.css': reply('@import "chain-2.css?ms=150";', 'text/css'),
    '/chain-2.css': reply('@import url(chain-3.css?ms=150) screen;', 'text/css'),
    '/chain-3.css': reply('.box{background:rgb(0,160,0)}', 'text/css'),
    '/late.js': reply('document.body.insertAdjacentHTML("beforeend","<p>LATE SCRIPT")', 'text/javascript'),
    '/module.js': reply('import {word} from "./word.js?ms=200"; document.body.append(word);', 'text/javascript'),
    '/word.js': reply('export const word = "MODULE WORD";', 'text/javascript'),
    '/data.json': reply('{"word":"FETCHED"}', 'application/json'),
    '/symbols.svg': reply(
      '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="s" viewBox="0 0 10 10"><rect width="10" height="10" fill="rgb(0,160,0)"/></symbol></svg>',
      'image/svg+xml',
    ),
    '/drawing.svg': reply(DRAWING, 'image/svg+xml'),
    '/drawing-as-xml': reply(DRAWING, 'application/xml'),
    '/frame.html': reply('<!doctype html><style>body{margin:0;background:rgb(0,160,0)}</style><p>FRAME WORD'),
    '/tall.html': reply(`<!doctype html><style>body{margin:0}</style>${lines(40, 'TALL')}`),
    '/sample.pdf': reply('%PDF-1.4\n%%EOF', 'application/pdf'),
    '/download': (_, __, response) =>
      void response.writeHead(200, { 'content-type': TEXT, 'content-disposition': 'attachment' }).end('<p>DOWNLOAD'),
    '/feed.xml': reply('<?xml version="1.0"?><rss><channel><title>x</title></channel></rss>', 'application/rss+xml'),
    '/feed-as-xml': reply('<?xml version="1.0"?><rss><channel><title>x</title></channel></rss>', 'text/xml'),
    '/data.xml': reply('<?xml version="1.0"?><data><item>x</item></data>', 'application/xml; charset=utf-8'),
    '/sheet.csv': reply('a,b\n1,2', 'text/csv'),
    '/binary': reply(Buffer.from([0, 1, 2, 3, 255, 254]), 'application/octet-stream'),
    '/plain.txt': reply('PLAIN <b>WORD</b>', 'text/plain; charset=utf-8'),
    '/page.xhtml': reply(
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><p>XHTML WORD</p></body></html>',
      'application/xhtml+xml',
    ),
    '/page-as-xml': reply(
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><p>XHTML WORD</p></body></html>',
      'text/xml',
    ),
    '/404': reply('<h1>NOT FOUND WORD</h1>', TEXT, 404),
    '/500': reply('<h1>BROKEN WORD</h1>', TEXT, 500),
    '/204': (_, __, response) => void response.writeHead(204).end(),
    '/empty': reply(''),
    '/latin1': reply(Buffer.from('<!doctype html><p>Gr\xfc\xdfe', 'latin1'), 'text/html; charset=iso-8859-1'),
    '/meta-latin1': reply(
      Buffer.from('<!doctype html><meta charset="windows-1252"><p>Gr\xfc\xdfe \x80 5', 'latin1'),
      'text/html',
    ),
    '/utf16': reply(Buffer.from('\ufeff<!doctype html><p>Grüße 16', 'utf16le'), 'text/html'),
    '/utf8-bom': reply(Buffer.from('\ufeff<!doctype html><p>Grüße bom', 'utf8'), 'text/html'),
    '/utf8-bare': reply(Buffer.from('<!doctype html><p>Grüße – naïve €5', 'utf8'), 'text/html'),
    '/utf8-script': reply(
      Buffer.from('<!doctype html><p id="p">–&nbsp;é<script>p.append(" Grüße".length)</script>', 'utf8'),
      'text/html',
    ),
    '/utf8-frame': (_, __, response) =>
      void response
        .writeHead(200, { 'content-type': TEXT })
        .end(`<!doctype html><p>TOP<iframe src="${other()}/utf8-bare"></iframe>`),
    '/latin1-bare': reply(Buffer.from('<!doctype html><p>Gr\xfc\xdfe', 'latin1'), 'text/html'),
    '/utf8-long': reply(Buffer.from(`<!doctype html><p>${'plain '.repeat(3_000)}<p>Grüße`, 'utf8'), 'text/html'),
    '/koi8-r': reply(
      Buffer.from([...Buffer.from('<!doctype html><meta charset="koi8-r"><p>'), 0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4]),
      'text/html',
    ),
    '/utf8-once': (query, _, response) => {
      const key = `once ${query.get('id')}`;
      counter.set(key, (counter.get(key) ?? 0) + 1);
      response
        .writeHead(counter.get(key) === 1 ? 200 : 410, { 'content-type': 'text/html' })
        .end('<!doctype html><p>Grüße');
    },
    '/shift-jis': reply(
      Buffer.from([...Buffer.from('<!doctype html><meta charset="shift_jis"><p>'), 0x93, 0xfa, 0x96, 0x7b]),
      'text/html',
    ),
    '/gb18030': reply(
      Buffer.from([...Buffer.from('<!doctype html><p>'), 0xd6, 0xd0, 0xce, 0xc4]),
      'text/html; charset=gb18030',
    ),
    '/hop-1': redirect(() => '/hop-2'),
    '/hop-2': redirect(() => '/hop-3', 307),
    '/hop-3': redirect(() => '/'),
    '/loop': redirect(() => '/loop'),
    '/meta-refresh': reply('<!doctype html><meta http-equiv="refresh" content="0;url=/">MOVED'),
    '/to-other': redirect((query) => `${other()}/secret?id=${query.get('id')}`),
    '/to-scheme': redirect((query) => query.get('to') ?? ''),
    '/secret': reply('<!doctype html><p>SECRET PAGE'),
    '/page-of-id': (query, _, response) => {
      const id = query.get('id');
      const body = `<!doctype html><p>PAGE<img src="/picture.png?id=${id}"><img src="${other()}/picture.png?id=${id}">
        <script src="${other()}/ping?id=${id}&as=script"></script><link rel="stylesheet" href="${other()}/red.css?id=${id}">`;
      response.writeHead(200, { 'content-type': TEXT }).end(body);
    },
    '/set-storage': reply(
      '<!doctype html><script>localStorage.k="TENANT";document.cookie="sid=TENANT;path=/"</script><p>STORED',
    ),
    '/read-storage': reply(
      '<!doctype html><p id="p"></p><script>p.textContent="LS="+(localStorage.k??"EMPTY")+" C="+(document.cookie||"EMPTY")</script>',
    ),
    '/count': (query, _, response) => {
      const key = query.get('id') ?? '';
      counter.set(key, (counter.get(key) ?? 0) + 1);
      response
        .writeHead(200, { 'content-type': TEXT, 'cache-control': 'public, max-age=3600' })
        .end(`<!doctype html><p>VISIT ${counter.get(key)}`);
    },
    '/link-header': (query, _, response) =>
      void response
        .writeHead(200, { 'content-type': TEXT, link: `<${other()}/red.css?id=${query.get('id')}>; rel="stylesheet"` })
        .end('<!doctype html><p>LINKED'),
    '/policy': (_, __, response) =>
      void response
        .writeHead(200, {
          'content-type': TEXT,
          'content-security-policy': "default-src 'none'; style-src 'self'; script-src 'none'",
        })
        .end('<!doctype html><p>POLICY WORD<script>document.body.append("SCRIPT RAN")</script>'),
    '/no-frames': (_, __, response) =>
      void response.writeHead(200, { 'content-type': TEXT, 'x-frame-options': 'DENY' }).end('<p>FRAMED WORD'),
    '/range-video': reply('', 'video/mp4', 404),
    '/articles/page.html': reply(
      '<!doctype html><title>Article</title><p><a href="next.html">NEXT</a> <a href="#end">END</a>',
    ),
  };
}

/** A picture of one colour: `w`, `h` and `c` (red,green,blue) of the query. */
function png(query: URLSearchParams): Buffer {
  const [width, height] = [Number(query.get('w') ?? 50), Number(query.get('h') ?? 50)];
  const colour = [...(query.get('c') ?? '0,160,0').split(',').map(Number), 255];
  const image = new PNG({ width, height });
  for (let at = 0; at < image.data.length; at += 1) image.data[at] = colour[at % 4] as number;
  return PNG.sync.write(image);
}

/** Paragraphs of one line each, numbered from 1. */
export const lines = (count: number, word: string): string =>
  Array.from({ length: count }, (_, index) => `<p style="margin:0">${word} ${index + 1}</p>`).join('');
