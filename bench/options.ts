import { parseArgs } from 'node:util';

export interface BenchOptions {
  /** Jobs of each side in each row. */
  readonly jobs: number;
  readonly rounds: number;
  readonly memory: boolean;
  readonly soak: boolean;
  readonly processor: boolean;
  readonly growth: boolean;
  readonly cold: boolean;
  readonly beside: boolean;
  readonly fairness: boolean;
  readonly fleet: boolean;
  readonly jobQueue: boolean;
  readonly layers: boolean;
  readonly gate: boolean;
  readonly credits: boolean;
  readonly analysis: boolean;
  readonly templates: boolean;
  /** Paragraphs or rows of the largest document of `growth`; default all. */
  readonly largest?: number;
  readonly studio: boolean;
  /** Part of the name of the documents, or of the texts, to measure; default all. */
  readonly only: string;
  /** File for the figures as JSON. */
  readonly json?: string;
  /** Greatest p50 ratio that the invoice and the report may have at concurrency 1. */
  readonly maxP50Ratio?: number;
  /** Least throughput ratio that they may have at concurrency 2 and 4. */
  readonly minThroughputRatio?: number;
}

export const USAGE = `Usage: script/bench [options]

  --n JOBS                      jobs of each side in each row (default 48)
  --rounds ROUNDS               rounds that they are spread over (default 8)
  --quick                       --n 8 --rounds 2: whether it runs, not how fast it is
  --only NAME                   the rows whose names contain NAME, such as "text"
  --memory                      measures the growth of memory over 500 jobs instead
  --soak                        the same over 5,000 jobs, of which the first 1,000 do not count; half an hour
  --processor                   measures what a job takes of the processor instead, by kind of process: also on a busy machine
  --growth                      measures documents of 5,000 to 80,000 paragraphs and rows instead; --only rows, --largest 20000
  --largest SIBLINGS            the largest document of --growth (default 80000)
  --cold                        measures the start instead
  --beside                      measures short jobs beside a long one instead
  --fairness                    measures invoices beside another organization that does its worst instead
  --fleet                       measures the queue of jobs with many processes instead
  --job-queue                   measures batches and jobs against requests that wait instead
  --layers                      measures what the APIs of other services add to a request instead
  --gate                        measures what looking at keys adds to a request instead
  --studio                      measures keys typed in the studio, to the picture that shows them, instead
  --templates                   measures the filling of templates instead
  --credits                     measures what counting credits adds to a conversion instead
  --analysis                    measures CPU and memory of document analyses instead
  --json FILE                   writes the figures to a file as well
  --max-p50-ratio RATIO         fails when invoice or report take longer at concurrency 1
  --min-throughput-ratio RATIO  fails when invoice or report get less done at concurrency 2 or 4
  --help                        this text
`;

/** @throws Error with a sentence for the person who called */
export function parseBenchOptions(args: readonly string[]): BenchOptions | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      n: { type: 'string' },
      rounds: { type: 'string' },
      quick: { type: 'boolean' },
      only: { type: 'string' },
      memory: { type: 'boolean' },
      soak: { type: 'boolean' },
      processor: { type: 'boolean' },
      growth: { type: 'boolean' },
      largest: { type: 'string' },
      cold: { type: 'boolean' },
      beside: { type: 'boolean' },
      fairness: { type: 'boolean' },
      fleet: { type: 'boolean' },
      'job-queue': { type: 'boolean' },
      layers: { type: 'boolean' },
      gate: { type: 'boolean' },
      credits: { type: 'boolean' },
      analysis: { type: 'boolean' },
      templates: { type: 'boolean' },
      studio: { type: 'boolean' },
      json: { type: 'string' },
      'max-p50-ratio': { type: 'string' },
      'min-throughput-ratio': { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return 'help';
  const [jobs, rounds] = values.quick ? [8, 2] : [48, 8];
  return {
    jobs: count('--n', values.n) ?? jobs,
    rounds: count('--rounds', values.rounds) ?? rounds,
    only: values.only ?? '',
    memory: values.memory ?? false,
    soak: values.soak ?? false,
    processor: values.processor ?? false,
    growth: values.growth ?? false,
    largest: count('--largest', values.largest, 5),
    cold: values.cold ?? false,
    beside: values.beside ?? false,
    fairness: values.fairness ?? false,
    fleet: values.fleet ?? false,
    jobQueue: values['job-queue'] ?? false,
    layers: values.layers ?? false,
    gate: values.gate ?? false,
    credits: values.credits ?? false,
    analysis: values.analysis ?? false,
    templates: values.templates ?? false,
    studio: values.studio ?? false,
    json: values.json,
    maxP50Ratio: ratio('--max-p50-ratio', values['max-p50-ratio']),
    minThroughputRatio: ratio('--min-throughput-ratio', values['min-throughput-ratio']),
  };
}

function count(name: string, text: string | undefined, digits = 4): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d*$/.test(text) || text.length > digits)
    throw new Error(`${name} has to be a whole number from 1 to ${'9'.repeat(digits)}.`);
  return Number(text);
}

function ratio(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+(\.\d+)?$/.test(text)) throw new Error(`${name} has to be a number such as 1.15.`);
  return Number(text);
}
