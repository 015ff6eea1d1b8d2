import type { Call, Transport } from './transport.ts';

interface Page<Row> {
  readonly data: readonly Row[];
  readonly next_cursor: string | null;
}

/** All rows of a list, page after page, as they are wanted. */
export async function* rowsOf<Row>(transport: Transport, path: string, call: Call = {}): AsyncGenerator<Row, void> {
  for (let cursor: string | undefined; ; ) {
    const page: Page<Row> = await transport.json(path, { ...call, query: { ...call.query, cursor } });
    yield* page.data;
    if (page.next_cursor === null) return;
    cursor = page.next_cursor;
  }
}
