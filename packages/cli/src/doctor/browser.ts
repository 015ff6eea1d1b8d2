import {
  createEngine,
  type Engine,
  findBrowser,
  IsolationRefused,
  isolationRemedy,
  validateRequest,
} from '@platen/engine';
import type { Config } from '@platen/server/operation';
import { type Finding, ok, problem, warning } from './finding.ts';

/** Starts the browser as the service would. */
export async function checkBrowser(config: Config): Promise<Finding[]> {
  const { chrome, concurrency, allowNoSandbox, allowSharedUser } = config;
  const reduced = { remedy: '', sharesUser: false };
  try {
    const { binary } = findBrowser(chrome);
    const engine = await createEngine({
      chrome,
      concurrency,
      allowNoSandbox,
      allowSharedUser,
      // Each of its documents is one page, and nobody waits for another.
      readyPages: 0,
      onEvent: ({ name, fields }) => {
        if (name !== 'isolation_reduced') return;
        reduced.remedy = String(fields?.remedy);
        reduced.sharesUser = fields?.shares_user === true;
      },
    });
    try {
      return [...describe(engine, binary, reduced), ...(await checkFonts(engine))];
    } finally {
      await engine.close();
    }
  } catch (error) {
    if (error instanceof IsolationRefused) return [problem('sandbox', error.message, error.remedy)];
    const message = error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
    return [problem('browser', message, 'Run "script/setup", or name a browser with PLATEN_CHROME.')];
  }
}

const LEVELS = {
  full: 'full: own user, process and network namespaces',
  degraded: "degraded: Chromium's own sandbox, without a network of its own",
  none: 'none: a page that breaks out of the browser has what this user has',
} as const;

interface Reduced {
  readonly remedy: string;
  readonly sharesUser: boolean;
}

/** What it means that the browser has the user of the service. */
const READS_FILES = '; its main process could read what this user can, the master key too';

function describe(engine: Engine, binary: string, { remedy, sharesUser }: Reduced): Finding[] {
  const { browser, isolation, templateIsolation, concurrency, virtualTime } = engine.health();
  return [
    ok('browser', `${browser}, ${binary}`),
    isolation === 'full'
      ? ok('sandbox', LEVELS.full)
      : warning('sandbox', `${LEVELS[isolation]}${sharesUser ? READS_FILES : ''}`, remedy),
    templateIsolation === 'full'
      ? ok('templates', 'they are filled in processes without a network or files')
      : warning(
          'templates',
          "degraded: they are filled in processes that have the machine's network",
          isolationRemedy(templateIsolation),
        ),
    ok('concurrency', `${concurrency} conversions at once`),
    ...(virtualTime
      ? []
      : [warning('virtual time', 'this browser has none, so pages are waited for', 'Use Chromium 120 or newer.')]),
  ];
}

/** Scripts with a word of each, and the Debian package whose fonts draw it. */
const SCRIPTS: readonly (readonly [name: string, sample: string, fonts: string])[] = [
  ['Latin', 'Pchnąć w tę łódź', 'fonts-liberation'],
  ['Greek', 'Ξεσκεπάζω', 'fonts-liberation'],
  ['Cyrillic', 'Съешь ещё', 'fonts-liberation'],
  ['Arabic', 'السلام', 'fonts-noto-core'],
  ['Hebrew', 'שלום', 'fonts-noto-core'],
  ['Devanagari', 'नमस्ते', 'fonts-noto-core'],
  ['Thai', 'สวัสดี', 'fonts-noto-core'],
  ['Chinese, Japanese', '漢字かな', 'fonts-noto-cjk'],
  ['Korean', '한글', 'fonts-noto-cjk'],
  ['emoji', '😀👩‍🚀', 'fonts-noto-color-emoji'],
];

/** Prints a word of each script: the engine tells which characters no font has. */
async function checkFonts(engine: Engine): Promise<Finding[]> {
  const drawn: string[] = [];
  const findings: Finding[] = [];
  const results = SCRIPTS.map(async ([name, sample, fonts]) => {
    const request = validateRequest({ source: { html: `<!doctype html><p>${sample}` } }, 'pdf');
    const { warnings } = await engine.convert({ format: 'pdf', request });
    return { name, fonts, isDrawn: !warnings.some(({ code }) => code === 'font_missing') };
  });
  for (const { name, fonts, isDrawn } of await Promise.all(results)) {
    if (isDrawn) drawn.push(name);
    else findings.push(warning('fonts', `no font has ${name}`, `Install one, on Debian "apt-get install ${fonts}".`));
  }
  return drawn.length === 0 ? findings : [ok('fonts', `drawn: ${drawn.join('; ')}`), ...findings];
}
