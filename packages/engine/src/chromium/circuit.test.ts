import { describe, expect, it } from 'vitest';
import { StartCircuit } from './circuit.ts';

describe('StartCircuit', () => {
  it('waits after each failure, longer after three, and closes at a success', () => {
    let now = 0;
    const circuit = new StartCircuit(() => now);
    expect(circuit).toMatchObject({ wait: 0, isOpen: false });
    const pauses = Array.from({ length: 10 }, () => {
      circuit.failed();
      const pause = circuit.wait;
      now += pause;
      expect(circuit.wait).toBe(0);
      return pause;
    });
    expect(pauses).toEqual([2_000, 2_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    expect(circuit.isOpen).toBe(true);
    circuit.succeeded();
    expect(circuit).toMatchObject({ wait: 0, isOpen: false });
  });
});
