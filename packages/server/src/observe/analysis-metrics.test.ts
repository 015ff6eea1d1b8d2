import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { AnalysisMetrics } from './analysis-metrics.ts';

const answer = {
  engine: 'model+rules',
  verification: 'verified',
  milliseconds: 1_500,
  tokens: { input: 100, output: 20, total: 120 },
} as const;

describe('the metrics of analyses', () => {
  it('count by operation, engine and verification, with times and tokens', async () => {
    const registry = new Registry();
    const metrics = new AnalysisMetrics(registry);
    metrics.waited('invoice-extractor', 20);
    metrics.finished({ operation: 'invoice-extractor', outcome: 'ok', answer });
    metrics.finished({
      operation: 'invoice-extractor',
      outcome: 'ok',
      answer: { ...answer, engine: 'rules', verification: 'failed' },
    });
    metrics.finished({ operation: 'chat', outcome: 'ai_unavailable' });
    const text = await registry.metrics();
    for (const line of [
      'platen_analyses_total{operation="invoice-extractor",outcome="ok"} 2',
      'platen_analyses_total{operation="chat",outcome="ai_unavailable"} 1',
      'platen_analysis_answers_total{operation="invoice-extractor",engine="model+rules",verification="verified"} 1',
      'platen_analysis_answers_total{operation="invoice-extractor",engine="rules",verification="failed"} 1',
      'platen_analysis_duration_seconds_sum{operation="invoice-extractor",engine="rules"} 1.5',
      'platen_analysis_wait_duration_seconds_sum{operation="invoice-extractor"} 0.02',
      'platen_analysis_tokens_total{operation="invoice-extractor",direction="input"} 200',
      'platen_analysis_tokens_total{operation="invoice-extractor",direction="output"} 40',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
    expect(text).not.toMatch(/duration_seconds_count\{operation="chat"/);
  });

  it('show the threads, and nothing where there are none', async () => {
    const shown = async (read?: () => { running: number; waiting: number; threads: number }) => {
      const registry = new Registry();
      new AnalysisMetrics(registry).watch(read);
      return (await registry.metrics()).match(/^platen_\w+ \d+$/gm);
    };
    expect(await shown(() => ({ running: 3, waiting: 2, threads: 1 }))).toEqual([
      'platen_analyses_running 3',
      'platen_analyses_queued 2',
      'platen_analysis_threads 1',
    ]);
    expect(await shown()).toEqual([
      'platen_analyses_running 0',
      'platen_analyses_queued 0',
      'platen_analysis_threads 0',
    ]);
  });
});
