import { randomBytes } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { contentSecurityPolicy } from './layout.ts';

/** What `node packages/dashboard/build.ts` makes; script/setup calls it. */
const FOLDER = fileURLToPath(new URL('../../../dashboard/dist/', import.meta.url));

/** What stands before the names of its files. */
export const DASHBOARD_FILES = '/assets/dashboard/';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface DashboardFile {
  readonly type: string;
  readonly bytes: Buffer;
}

export interface Dashboard {
  /** By their names, which change with what is in them. */
  readonly files: ReadonlyMap<string, DashboardFile>;
  /** The page that every address of the dashboard answers with. */
  page(facts: PageFacts): { readonly html: string; readonly policy: string };
}

interface PageFacts {
  /** Whether nobody owns the service yet. */
  readonly first: boolean;
}

/** What was read last. Its page names the files, and they are called after what is in them. */
let last: { readonly html: string; readonly files: Dashboard['files'] } | undefined;

/**
 * Services of one process share the files: they are megabytes, and are compressed well for whoever asks first.
 * @returns undefined where it was not built
 */
export function readDashboard(): Dashboard | undefined {
  const index = path.join(FOLDER, 'index.html');
  if (!existsSync(index)) return undefined;
  const html = readFileSync(index, 'utf8');
  if (last?.html !== html) last = { html, files: readFiles() };
  return {
    files: last.files,
    page: ({ first }) => {
      const nonce = randomBytes(16).toString('base64url');
      return {
        html: html.replace('%PLATEN%', first ? 'first' : 'ready').replace('%NONCE%', nonce),
        policy: policyOf(nonce),
      };
    },
  };
}

function readFiles(): Dashboard['files'] {
  const cwd = path.join(FOLDER, DASHBOARD_FILES);
  const files = globSync('*.*', { cwd }).flatMap((name) => {
    const type = TYPES[path.extname(name)];
    return type === undefined ? [] : [[name, { type, bytes: readFileSync(path.join(cwd, name)) }] as const];
  });
  return new Map(files);
}

/**
 * Files of this service only. Pictures of results come from the memory of the page. A style sheet that a script makes, as the
 * editor does, needs the nonce of the page; strings never become scripts or HTML (Trusted Types).
 */
function policyOf(nonce: string): string {
  return contentSecurityPolicy({
    'script-src': "'self'",
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': "'self' blob: data:",
    'connect-src': "'self'",
    'require-trusted-types-for': "'script'",
  });
}
