import { randomBytes } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { contentSecurityPolicy } from './layout.ts';

/** What `node packages/dashboard/build.ts` makes; script/setup calls it. */
const FOLDER = fileURLToPath(new URL('../../../dashboard/dist/', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface DashboardFile {
  /** Its address, which changes with what is in it. */
  readonly path: string;
  readonly type: string;
  readonly bytes: Buffer;
}

export interface Dashboard {
  readonly files: readonly DashboardFile[];
  /** The page that every address of the dashboard answers with. */
  page(facts: PageFacts): { readonly html: string; readonly policy: string };
}

interface PageFacts {
  /** Whether nobody owns the service yet. */
  readonly first: boolean;
}

/** @returns undefined where it was not built */
export function readDashboard(folder = FOLDER): Dashboard | undefined {
  const index = path.join(folder, 'index.html');
  if (!existsSync(index)) return undefined;
  const html = readFileSync(index, 'utf8');
  const files = globSync('assets/**/*.*', { cwd: folder }).flatMap((file) => {
    const type = TYPES[path.extname(file)];
    return type === undefined
      ? []
      : [{ path: `/${file.replaceAll(path.sep, '/')}`, type, bytes: readFileSync(path.join(folder, file)) }];
  });
  return {
    files,
    page: ({ first }) => {
      const nonce = randomBytes(16).toString('base64url');
      return {
        html: html.replace('%PLATEN%', first ? 'first' : 'ready').replace('%NONCE%', nonce),
        policy: policyOf(nonce),
      };
    },
  };
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
