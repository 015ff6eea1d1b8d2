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
  return sorted.slice(0, -1).map((start, index) => {
    const end = sorted[index + 1] ?? text.length;
    const paths = found.filter(([, place]) => place.start <= start && place.end >= end).map(([path]) => path);
    return { text: text.slice(start, end), start, paths };
  });
}

/** The document with its values marked. It is text, whatever is in it. */
export function Evidence({ text, places }: { readonly text: string; readonly places: Places }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that the keyboard must reach it
    <pre tabIndex={0} className="code m-0 max-h-[32rem] overflow-auto whitespace-pre">
      {piecesOf(text, places).map(({ text: piece, start, paths }) =>
        paths.length === 0 ? (
          <span key={start}>{piece}</span>
        ) : (
          <mark
            key={start}
            title={paths.join(', ')}
            className="rounded-sm bg-accent-soft font-semibold text-accent-strong"
          >
            {piece}
          </mark>
        ),
      )}
    </pre>
  );
}
