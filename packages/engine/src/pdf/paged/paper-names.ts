/** The shorter side and the longer one of the largest paper, and the shorter sides of those below it, in millimeters (ISO 216, ISO 269). */
const SERIES = {
  a: [1189, 841, 594, 420, 297, 210, 148, 105, 74, 52, 37, 26],
  b: [1414, 1000, 707, 500, 353, 250, 176, 125, 88, 62, 44, 31],
  c: [1297, 917, 648, 458, 324, 229, 162, 114, 81, 57, 40, 28],
} as const;
const OTHERS: Readonly<Record<string, readonly [string, string]>> = {
  tabloid: ['11in', '17in'],
  executive: ['7.25in', '10.5in'],
};

/** Names of paper that Chromium does not know in style sheets. */
const NAME = /^(?:a(?:[0126-9]|10)|b(?:[0-36-9]|10)|c(?:\d|10)|tabloid|executive)$/;

/**
 * The value of `size` with a name of paper that Chromium does not know, as lengths.
 * @returns `undefined` for any other value
 */
export function sizeInLengths(value: string): string | undefined {
  const words = value.toLowerCase().split(/\s+/);
  const [turn] = words.filter((word) => word === 'landscape' || word === 'portrait');
  const [name = '', ...more] = words.filter((word) => word !== turn);
  if (more.length > 0 || words.length > 2 || !NAME.test(name)) return undefined;
  const [short, long] = OTHERS[name] ?? isoSides(name);
  return turn === 'landscape' ? `${long} ${short}` : `${short} ${long}`;
}

/** Each paper is half of the one above it. */
function isoSides(name: string): readonly [string, string] {
  const sides = SERIES[name[0] as keyof typeof SERIES];
  const number = Number(name.slice(1));
  return [`${sides[number + 1]}mm`, `${sides[number]}mm`];
}
