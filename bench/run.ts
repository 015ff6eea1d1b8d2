import { writeFileSync } from 'node:fs';
import { type FoundBrowser, findBrowser } from '../packages/engine/src/chromium/find.ts';
import { countPages } from '../packages/engine/src/pdf/page-count.ts';
import { measureAnalysis } from './analysis.ts';
import { measureBeside } from './beside.ts';
import { measureCold } from './cold.ts';
import { measureCredits } from './credits.ts';
import { type Documents, openDocuments } from './documents.ts';
import { measureFairness } from './fairness.ts';
import { measureFleet } from './fleet.ts';
import { Floor } from './floor.ts';
import { measureGate } from './gate.ts';
import { measureGrowth } from './growth.ts';
import { measureAsync, measureBatches } from './jobs.ts';
import { measureLayers } from './layers.ts';
import { type Comparison, measure, type Row } from './measure.ts';
import { measureMemory, SHORT, SOAK } from './memory.ts';
import { type BenchOptions, parseBenchOptions, USAGE } from './options.ts';
import { measureProcessor, type ProcessorRow, printingSides } from './processor.ts';
import {
  asyncTable,
  batchesTable,
  besideTable,
  coldTable,
  comparisonTable,
  creditsTable,
  type Environment,
  environmentLine,
  fairnessTable,
  fleetTable,
  gateTable,
  growthTable,
  layersTable,
  longAnalysisTable,
  memoryTable,
  processorTable,
  readEnvironment,
  shortAnalysisTable,
  studioTable,
  templatesTable,
} from './report.ts';
import { Service } from './service.ts';
import { measureStudio } from './studio.ts';
import { measureTemplates } from './templates.ts';

/** Measures the service against bare Chromium; see README.md. */

const CONCURRENCIES = [1, 2, 4] as const;
/** The documents that goals are set for. */
const JUDGED: readonly string[] = ['invoice', 'report'];
/** Templates of the gallery that keys are typed in: short ones, one with a chart, and one of many pages. */
const STUDIO = ['invoice-modern', 'letter', 'shipping-label', 'report'] as const;
/** Options that make the service print what the floor prints. */
const PLAIN = { tagged: false, outline: false } as const;
/** The window that the service takes pictures of when a request names none. */
const VIEWPORT = { width: 1280, height: 1024 } as const;
/** Milliseconds that the slowest animation of the late charts takes. */
const ANIMATION = 800;

async function run(options: BenchOptions): Promise<boolean> {
  if (options.gate) {
    print(gateTable(await measureGate()));
    return true;
  }
  if (options.fleet) {
    print(fleetTable(await measureFleet()));
    return true;
  }
  if (options.credits) {
    print(creditsTable(await measureCredits()));
    return true;
  }
  if (options.analysis) {
    const analysis = await measureAnalysis(options.only);
    print(shortAnalysisTable(analysis));
    print(longAnalysisTable(analysis));
    save(options, { analysis });
    return true;
  }
  const browser = findBrowser(process.env.PLATEN_CHROME);
  const documents = await openDocuments();
  try {
    const environment = await environmentOf(browser);
    print(environmentLine(environment));
    if (options.memory || options.soak) {
      const plan = options.soak ? SOAK : SHORT;
      const memory = await withService(documents, (service) =>
        measureMemory(
          service.pid,
          () => service.convert('pdf', { source: { html: documents.invoice }, ...PLAIN }),
          plan,
        ),
      );
      print(memoryTable(memory));
      save(options, { environment, memory });
      return true;
    }
    if (options.growth) {
      const growth = await withService(documents, (service) => measureGrowth(service, options));
      print(growthTable(growth));
      save(options, { environment, growth });
      return true;
    }
    if (options.processor) {
      const parts = (service: Service) => ({ service, browser, documents, options });
      const rows = await withService(documents, (service) => processorOfAll(parts(service)));
      print(processorTable(rows));
      save(options, { environment, processor: rows.map((row) => ({ ...row, kinds: Object.fromEntries(row.kinds) })) });
      return true;
    }
    if (options.beside) {
      const beside = await withService(documents, (service) => measureBeside(service, documents.invoice));
      print(besideTable(beside));
      save(options, { environment, beside });
      return true;
    }
    if (options.studio) {
      const names = STUDIO.filter((name) => name.includes(options.only));
      const studio = await withService(documents, (service) => measureStudio(service, browser, names));
      print(studioTable(studio));
      save(options, { environment, studio });
      return true;
    }
    if (options.fairness) {
      const fairness = await withService(
        documents,
        (service) => measureFairness(service, documents.invoice, options.only),
        { withLimits: true },
      );
      print(fairnessTable(fairness));
      save(options, { environment, fairness });
      return true;
    }
    if (options.jobQueue) {
      const { batches, async } = await withService(documents, async (service) => {
        const floor = await Floor.start({ browser, contexts: 1 });
        try {
          return {
            async: await measureAsync(service, floor, { invoice: documents.invoice, jobs: options.jobs }),
            batches: await measureBatches(service, options),
          };
        } finally {
          await floor.close();
        }
      });
      print(asyncTable(async));
      print(batchesTable(batches));
      save(options, { environment, async, batches });
      return true;
    }
    if (options.layers) {
      const layers = await withService(documents, async (service) => {
        const floor = await Floor.start({ browser, contexts: 1 });
        try {
          const { invoice } = documents;
          return await measureLayers(service, floor, { invoice, rounds: options.jobs, only: options.only });
        } finally {
          await floor.close();
        }
      });
      print(layersTable(layers));
      save(options, { environment, layers });
      return true;
    }
    if (options.templates) {
      const templates = await measureTemplates(browser);
      print(templatesTable(templates));
      save(options, { environment, templates });
      return true;
    }
    if (options.cold) {
      const cold = await measureCold(browser, documents.invoice);
      print(coldTable(cold));
      save(options, { environment, cold });
      return true;
    }
    const rows = await withService(documents, (service) => compareAll(service, { browser, documents, options }));
    print(comparisonTable(rows));
    save(options, { environment, rows });
    return judge(rows, options);
  } finally {
    documents.close();
  }
}

async function environmentOf(browser: FoundBrowser): Promise<Environment> {
  const floor = await Floor.start({ browser, contexts: 0 });
  try {
    return readEnvironment(await floor.version());
  } finally {
    await floor.close();
  }
}

async function withService<T>(
  { host }: Documents,
  use: (service: Service) => Promise<T>,
  options: { readonly withLimits?: boolean } = {},
): Promise<T> {
  const service = await Service.start({ allow: host, ...options });
  try {
    return await use(service);
  } finally {
    await service.stop();
  }
}

interface Parts {
  readonly browser: FoundBrowser;
  readonly documents: Documents;
  readonly options: BenchOptions;
}

/** What the documents with goals take of the processor, one and four at once. */
async function processorOfAll({ service, browser, documents, options }: Parts & { readonly service: Service }) {
  const floor = await Floor.start({ browser, contexts: Math.max(...CONCURRENCIES) });
  const rows: ProcessorRow[] = [];
  try {
    for (const name of JUDGED.filter((judged) => judged.includes(options.only))) {
      const html = name === 'report' ? documents.report : documents.invoice;
      const job = () => service.convert('pdf', { source: { html }, ...PLAIN });
      const sides = printingSides({ root: service.pid, job }, floor, html);
      for (const atOnce of [1, 4]) rows.push(...(await measureProcessor({ name, atOnce, sides }, options)));
    }
    return rows;
  } finally {
    await floor.close();
  }
}

/** Printing and pictures one after the other: each with a floor of its own, whose pages have the right size. */
async function compareAll(service: Service, { browser, documents, options }: Parts): Promise<readonly Row[]> {
  const paper = await Floor.start({ browser, contexts: Math.max(...CONCURRENCIES) });
  const rows: Row[] = [];
  const add = async (comparisons: readonly Comparison[], plan = options) => {
    const chosen = comparisons.filter(({ name }) => name.includes(options.only));
    if (chosen.length > 0) rows.push(...(await measure(chosen, plan)));
  };
  try {
    const { invoice, report, lateChart } = documents;
    const printing = [
      await printComparison('invoice', invoice, paper, service),
      await printComparison('report', report, paper, service),
    ];
    await add(printing);
    const plan = { ...options, jobs: Math.ceil(options.jobs / 3) };
    await add(lateComparisons(lateChart, paper, service), plan);
  } finally {
    await paper.close();
  }
  const screen = await Floor.start({ browser, contexts: Math.max(...CONCURRENCIES), window: VIEWPORT });
  try {
    const { invoice, report } = documents;
    const comparisons = [
      pictureComparison(invoice, screen, service),
      readComparison('invoice', 'text', invoice, screen, service),
      readComparison('report', 'markdown', report, screen, service),
    ];
    await add(comparisons);
  } finally {
    await screen.close();
  }
  return rows;
}

/** @throws Error when the two sides do not give the same number of pages: a blank page is fast */
async function printComparison(name: string, html: string, floor: Floor, service: Service): Promise<Comparison> {
  const job = () => service.convert('pdf', { source: { html }, ...PLAIN });
  const [expected, { pages }] = [countPages(await floor.printPdf(html)), await job()];
  if (pages !== expected) throw new Error(`${name}: the service printed ${pages} pages, bare Chromium ${expected}.`);
  return {
    name,
    floor: { name: 'floor', run: () => floor.printPdf(html) },
    service: { name: 'service', run: job },
    concurrencies: CONCURRENCIES,
  };
}

/** Complete charts, against waiting for an idle network with and without the time that the animation needs. */
function lateComparisons(html: string, floor: Floor, service: Service): Comparison[] {
  const ours = { name: 'service', run: () => service.convert('pdf', { source: { html }, ...PLAIN }) };
  const waiting = (name: string, animation: number): Comparison => ({
    name,
    floor: { name: 'floor', run: () => floor.printPdfWhenIdle(html, animation) },
    service: ours,
    concurrencies: [1],
  });
  return [
    waiting('late charts; floor waits for network idle', 0),
    waiting(`late charts; floor waits for network idle and ${ANIMATION} ms`, ANIMATION),
  ];
}

function pictureComparison(html: string, floor: Floor, service: Service): Comparison {
  return {
    name: 'invoice as PNG',
    floor: { name: 'floor', run: () => floor.capturePng(html, VIEWPORT) },
    service: { name: 'service', run: () => service.convert('image', { source: { html }, target_format: 'png' }) },
    concurrencies: CONCURRENCIES,
  };
}

/** Reading, against the load event and one evaluation of `innerText`. */
function readComparison(
  name: string,
  kind: 'text' | 'markdown',
  html: string,
  floor: Floor,
  service: Service,
): Comparison {
  return {
    name: `${name} as ${kind}`,
    floor: { name: 'floor', run: () => floor.readText(html) },
    service: { name: 'service', run: () => service.convert(kind, { source: { html } }) },
    concurrencies: CONCURRENCIES,
  };
}

/** Whether the ratios keep the bars that were given; says which do not. */
function judge(
  rows: readonly Row[],
  { maxP50Ratio = Number.POSITIVE_INFINITY, minThroughputRatio = 0 }: BenchOptions,
): boolean {
  let kept = true;
  for (const { comparison, concurrency, p50Ratio, throughputRatio } of rows) {
    if (!JUDGED.includes(comparison)) continue;
    const row = `${comparison} at concurrency ${concurrency}`;
    if (concurrency === 1 && p50Ratio > maxP50Ratio) {
      print(`missed: ${row} takes ${p50Ratio.toFixed(2)} of the floor's time; ${maxP50Ratio} is allowed.`);
      kept = false;
    }
    if (concurrency > 1 && throughputRatio < minThroughputRatio) {
      print(
        `missed: ${row} does ${throughputRatio.toFixed(2)} of the floor's jobs; ${minThroughputRatio} is asked for.`,
      );
      kept = false;
    }
  }
  return kept;
}

function save({ json }: BenchOptions, figures: object): void {
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(figures, null, 2)}\n`);
}

const print = (text: string): void => void process.stdout.write(`${text}\n\n`);

function readOptions(): BenchOptions | 'help' {
  try {
    return parseBenchOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}`);
    process.exit(2);
  }
}

const options = readOptions();
if (options === 'help') process.stdout.write(USAGE);
else if (!(await run(options))) process.exitCode = 1;
