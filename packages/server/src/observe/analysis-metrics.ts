import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { API_ERRORS } from '../errors.ts';
import type { AnalysisObserver, AnalysisPoolState, FinishedAnalysis } from './analysis-observer.ts';

/** Seconds, from what rules take for a receipt to the longest answer of a model. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100];

/** The figures of the analysis. Labels come from fixed sets: nothing of a text or an answer is in them. */
export class AnalysisMetrics implements AnalysisObserver {
  readonly #registers: Registry[];
  readonly #analyses: Counter<'operation' | 'outcome'>;
  readonly #answers: Counter<'operation' | 'engine' | 'verification'>;
  readonly #seconds: Histogram<'operation' | 'engine'>;
  readonly #waits: Histogram<'operation'>;
  readonly #tokens: Counter<'operation' | 'direction'>;

  constructor(registry: Registry) {
    this.#registers = [registry];
    const registers = this.#registers;
    this.#analyses = new Counter({
      name: 'platen_analyses_total',
      help: 'Analyses that ended, by outcome.',
      labelNames: ['operation', 'outcome'],
      registers,
    });
    this.#answers = new Counter({
      name: 'platen_analysis_answers_total',
      help: 'Answers, by who gave them and what their verification came to.',
      labelNames: ['operation', 'engine', 'verification'],
      registers,
    });
    this.#seconds = new Histogram({
      name: 'platen_analysis_duration_seconds',
      help: 'Time of a successful analysis in its thread.',
      labelNames: ['operation', 'engine'],
      buckets: BUCKETS,
      registers,
    });
    this.#waits = new Histogram({
      name: 'platen_analysis_wait_duration_seconds',
      help: 'Time that an analysis waited for a thread.',
      labelNames: ['operation'],
      buckets: BUCKETS,
      registers,
    });
    this.#tokens = new Counter({
      name: 'platen_analysis_tokens_total',
      help: 'Tokens of the model that successful analyses took.',
      labelNames: ['operation', 'direction'],
      registers,
    });
  }

  /** Shows the threads from now on. @param read undefined: there are none */
  watch(read: (() => AnalysisPoolState) | undefined): void {
    const gauge = (name: string, help: string, of: (state: AnalysisPoolState) => number) => {
      const shown: Gauge = new Gauge({
        name,
        help,
        registers: this.#registers,
        collect: () => shown.set(read ? of(read()) : 0),
      });
    };
    gauge('platen_analyses_running', 'Analyses that a thread is at.', ({ running }) => running);
    gauge('platen_analyses_queued', 'Analyses that wait for a thread.', ({ waiting }) => waiting);
    gauge('platen_analysis_threads', 'Threads that analyse.', ({ threads }) => threads);
  }

  waited(operation: string, milliseconds: number): void {
    this.#waits.observe({ operation }, milliseconds / 1_000);
  }

  finished({ operation, outcome, answer }: FinishedAnalysis): void {
    const known = outcome === 'ok' || Object.hasOwn(API_ERRORS, outcome) ? outcome : 'other';
    this.#analyses.inc({ operation, outcome: known });
    if (!answer) return;
    const { engine, verification, milliseconds, tokens } = answer;
    this.#answers.inc({ operation, engine, verification });
    this.#seconds.observe({ operation, engine }, milliseconds / 1_000);
    this.#tokens.inc({ operation, direction: 'input' }, tokens.input);
    this.#tokens.inc({ operation, direction: 'output' }, tokens.output);
  }
}
