import { useEffect, useRef } from 'react';

/** Where each value stands, by its path; offsets into the text. */
export type Places = Readonly<Record<string, { readonly start: number; readonly end: number }>>;

interface Piece {
  readonly text: string;
  readonly start: number;
  /** Paths of the values that stand here. */
  readonly paths: readonly string[];
}

/** Cuts a text at the places of its values. */
function piecesOf(text: string, places: Places): Piece[] {
  const found = Object.entries(places);
  const cuts = new Set([0, text.length, ...found.flatMap(([, { start, end }]) => [start, end])]);
  const sorted = [...cuts].filter((cut) => cut >= 0 && cut <= text.length).sort((a, b) => a - b);
  const pieces = sorted.slice(0, -1).map((start, index) => ({ start, end: sorted[index + 1] ?? text.length }));
  const open = [...found].sort(([, a], [, b]) => a.start - b.start);
  let next = 0;
  let under: typeof open = [];
  return pieces.map(({ start, end }) => {
    while (next < open.length && (open[next]?.[1].start ?? 0) <= start)
      under.push(open[next++] as (typeof open)[number]);
    under = under.filter(([, place]) => place.end >= end);
    return { text: text.slice(start, end), start, paths: under.map(([path]) => path) };
  });
}

interface EvidenceProps {
  readonly text: string;
  readonly places: Places;
  /** Path of the value that somebody points at. */
  readonly chosen: string | undefined;
}

/** The document with its values marked. It is text, whatever is in it. */
export function Evidence({ text, places, chosen }: EvidenceProps) {
  const box = useRef<HTMLPreElement>(null);
  useEffect(() => {
    if (chosen === undefined) return;
    box.current?.querySelector('mark[data-chosen]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [chosen]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that the keyboard must reach it
    <pre ref={box} tabIndex={0} className="code m-0 max-h-[32rem] overflow-auto whitespace-pre">
      {piecesOf(text, places).map(({ text: piece, start, paths }) =>
        paths.length === 0 ? (
          <span key={start}>{piece}</span>
        ) : (
          <mark
            key={start}
            title={paths.join(', ')}
            data-chosen={(chosen !== undefined && paths.includes(chosen)) || undefined}
            className="rounded-sm bg-accent-soft font-semibold text-accent-strong data-chosen:bg-accent data-chosen:text-on-accent"
          >
            {piece}
          </mark>
        ),
      )}
    </pre>
  );
}
