export type Fetch = typeof globalThis.fetch;

/** Answers are cut here: ten times the longest useful one. */
const MOST_BYTES = 8_000_000;
const MOST_ERROR_BYTES = 65_536;

/** A fetch that follows no redirects and whose answers end with an error when they are too large. */
export function boundedFetch(fetch: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    if (!response.body) return response;
    const body = response.body.pipeThrough(limiter(response.ok ? MOST_BYTES : MOST_ERROR_BYTES));
    const { status, statusText, headers } = response;
    return new Response(body, { status, statusText, headers });
  };
}

function limiter(most: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let left = most;
  return new TransformStream({
    transform(chunk, controller) {
      left -= chunk.byteLength;
      if (left < 0) controller.error(new RangeError('The answer of the provider is too large.'));
      else controller.enqueue(chunk);
    },
  });
}
