import type { Schemas } from '@platen/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { platen } from './platen.ts';

/** Pictures that are asked for at once: a browser has few connections, and whoever works needs one. */
const AT_ONCE = 2;

const waiting: (() => void)[] = [];
let asked = 0;

/** Waits for a turn, unless nobody wants the picture any more. */
async function inTurn<Value>(signal: AbortSignal, ask: () => Promise<Value>): Promise<Value> {
  if (asked < AT_ONCE) asked += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    signal.throwIfAborted();
    return await ask();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else asked -= 1;
  }
}

type Entry = Pick<Schemas['TemplateEntry'], 'id' | 'published_version' | 'updated_at'>;

/** The first page of a template as PNG in base64: of what is published, or else of the draft. null: there is none. */
export const thumbnailQuery = ({ id, published_version: version, updated_at: at }: Entry) =>
  queryOptions({
    queryKey: ['thumbnail', id, version ?? at],
    queryFn: ({ signal }) =>
      inTurn(signal, async () => {
        const path = `/v1/templates/${encodeURIComponent(version === null ? `${id}@draft` : id)}/thumbnail`;
        return (await platen.json<{ thumbnail: string | null }>(path, { signal })).thumbnail;
      }),
    // The same version has the same picture.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    // That of the version before stays until the new one is there.
    placeholderData: keepPreviousData,
  });
