interface BarsProps {
  /** What it shows, for those who do not see it. */
  readonly label: string;
  readonly values: readonly { readonly name: string; readonly value: number; readonly text: string }[];
}

/** Of the drawing: how high it is, and where the highest bar ends. */
const HEIGHT = 40;
const TOP = 2;

/** One bar for each value, the oldest to the left. A table says the same to those who do not see it. */
export function Bars({ label, values }: BarsProps) {
  const most = Math.max(1, ...values.map(({ value }) => value));
  const highest = values.find(({ value }) => value === most);
  const width = 100 / Math.max(1, values.length);
  return (
    <figure className="relative m-0">
      {highest && (
        <span
          aria-hidden
          className="absolute left-0 top-0 bg-surface pr-1.5 text-xs leading-none text-muted tabular-nums"
        >
          {highest.text}
        </span>
      )}
      <svg viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden className="block h-36 w-full">
        {[0, 1, 2, 3].map((line) => (
          <line
            key={line}
            x1="0"
            x2="100"
            y1={TOP + (line * (HEIGHT - TOP)) / 3}
            y2={TOP + (line * (HEIGHT - TOP)) / 3}
            stroke="var(--line)"
            strokeWidth="0.2"
          />
        ))}
        {values.map(({ name, value, text }, index) => {
          const height = ((HEIGHT - TOP) * value) / most;
          return (
            <rect
              key={name}
              x={index * width + width * 0.15}
              y={HEIGHT - height}
              width={width * 0.7}
              height={height}
              rx="0.4"
              fill="var(--accent)"
            >
              <title>{`${name}: ${text}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption aria-hidden className="mt-2 flex justify-between text-xs text-muted">
        <span>{values[0]?.name}</span>
        <span>{values.at(-1)?.name}</span>
      </figcaption>
      <table className="sr-only">
        <caption>{label}</caption>
        <tbody>
          {values.map(({ name, text }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
