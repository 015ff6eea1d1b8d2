import type { Schemas } from '@platen/client';
import { platen } from './platen.ts';

export type OutputKind = 'pdf' | 'image' | 'text' | 'markdown';

export interface Timing {
  readonly name: string;
  /** Milliseconds. */
  readonly duration: number;
}

export interface Converted {
  readonly outputs: readonly Schemas['Output'][];
  readonly warnings: readonly Schemas['Warning'][];
  readonly timings: readonly Timing[];
  readonly credits: string;
  /** Milliseconds from the click to the answer. */
  readonly duration: number;
}

/** How the several results of one page name their formats. */
export const FORMAT_OF: Readonly<Record<OutputKind, string>> = {
  pdf: 'pdf',
  image: 'png',
  text: 'text',
  markdown: 'markdown',
};

/** Several results of one loaded page, in the answer itself. */
export async function convert(request: object, signal?: AbortSignal): Promise<Converted> {
  const began = performance.now();
  const answer = await platen.send('/v1/convert', {
    method: 'POST',
    accept: 'application/json',
    body: { ...request, response_type: 'json' },
    ...(signal ? { signal } : {}),
  });
  const { outputs, warnings } = (await answer.json()) as Schemas['Results'];
  return {
    outputs,
    warnings,
    timings: timingsOf(answer.headers.get('server-timing') ?? ''),
    credits: answer.headers.get('x-credits-used') ?? '0',
    duration: performance.now() - began,
  };
}

/** `queue;dur=1.2, load;dur=30` (Server-Timing, W3C). */
function timingsOf(header: string): Timing[] {
  return header.split(',').flatMap((part) => {
    const [name = '', ...attributes] = part.trim().split(';');
    const duration = attributes.map((each) => each.trim()).find((each) => each.startsWith('dur='));
    return duration === undefined ? [] : [{ name, duration: Number(duration.slice(4)) }];
  });
}

/** The bytes of a result as something that a link can open. Its media type is one of ours, never HTML. */
export function blobOf({ content, encoding, content_type: type }: Schemas['Output']): Blob {
  const safe = /^(?:application\/pdf|image\/(?:png|jpeg|webp))$/.test(type) ? type : 'text/plain; charset=utf-8';
  if (encoding !== 'base64') return new Blob([content], { type: safe });
  const binary = atob(content);
  return new Blob([Uint8Array.from(binary, (character) => character.charCodeAt(0))], { type: safe });
}
