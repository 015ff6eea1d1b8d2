import type { Terminal } from '../command.ts';

/** Milliseconds between two drawings on a terminal, and between two lines elsewhere. */
const DRAW = 100;
const LINE = 10_000;
const WIDTH = 24;

/** Shows how far a batch is: a bar on a terminal, a line now and then elsewhere. */
export class Progress {
  readonly #stream: Terminal['error'];
  readonly #quiet: boolean;
  readonly #total: number;
  readonly #start = performance.now();
  #kept = 0;
  #done = 0;
  #failed = 0;
  #last = 0;
  #isShown = false;

  constructor({ error }: Terminal, { total, quiet }: { readonly total: number; readonly quiet: boolean }) {
    this.#stream = error;
    this.#total = total;
    this.#quiet = quiet;
    this.#last = performance.now();
  }

  /** @param kept documents that are there from an earlier call: they say nothing about the rate */
  show({
    kept = this.#kept,
    done,
    failed,
  }: {
    readonly kept?: number;
    readonly done: number;
    readonly failed: number;
  }): void {
    this.#kept = kept;
    this.#done = done;
    this.#failed = failed;
    const now = performance.now();
    const isDue = now - this.#last >= (this.#stream.isTTY ? DRAW : LINE);
    if (this.#quiet || !isDue) return;
    this.#last = now;
    this.#isShown = this.#stream.isTTY === true;
    this.#stream.write(this.#stream.isTTY ? `\r\x1b[K${this.#bar()}` : `${this.#facts()}\n`);
  }

  /** Wipes the bar away, so that lines can follow. */
  end(): void {
    if (this.#isShown) this.#stream.write('\r\x1b[K');
    this.#isShown = false;
  }

  #bar(): string {
    const part = this.#done / this.#total;
    const full = Math.round(part * WIDTH);
    const percent = `${Math.floor(part * 100)} %`.padStart(5);
    return `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${percent}  ${this.#facts()}`;
  }

  #facts(): string {
    const seconds = (performance.now() - this.#start) / 1_000;
    const rate = (this.#done - this.#kept) / Math.max(seconds, 0.001);
    const left = this.#total - this.#done;
    return [
      `${counted(this.#done)} of ${counted(this.#total)}`,
      ...(this.#failed > 0 ? [`${counted(this.#failed)} failed`] : []),
      ...(rate > 0 ? [`${rate.toFixed(1)} a second`] : []),
      ...(rate > 0 && left > 0 ? [`${timeOf(left / rate)} left`] : []),
    ].join(', ');
  }
}

const counted = (count: number): string => count.toLocaleString('en');

/** `42 s`, `3 min 05 s`, `2 h 10 min`. */
export function timeOf(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const two = (value: number) => String(value).padStart(2, '0');
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${two(whole % 60)} s`;
  return `${Math.floor(whole / 3_600)} h ${two(Math.floor((whole % 3_600) / 60))} min`;
}
