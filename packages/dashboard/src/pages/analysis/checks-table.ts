/** A check of an analysis: how it is named, and what holds then. */
export interface Meaning {
  readonly name: string;
  readonly holds: string;
}

/** The checks of `docs/reference/checks.md`, for the build. */
export const checksOfReference = (markdown: string): Meaning[] =>
  [...markdown.matchAll(/^\| `([^`]+)` \| [^|]+ \| (.+) \|$/gm)].map(([, name = '', holds = '']) => ({ name, holds }));

/** In a name, N stands for a number, MM-DD for a day, and X for a value of the answer. */
const patternOf = (name: string): RegExp =>
  new RegExp(
    `^(?:accounts\\.\\d+\\.)?${name
      .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('MM-DD', '\\d\\d-\\d\\d')
      .replaceAll(/\bN\b/g, '\\d+')
      .replaceAll(/(?<=_|\b)X(?=_|\b)/g, '.+')}$`,
  );

/** What a check of this name says; undefined for one that is not known. The longest name that fits says the most. */
export function meaningOf(name: string, known: readonly Meaning[]): string | undefined {
  const fitting = known.filter((each) => each.name === name || patternOf(each.name).test(name));
  const exact = fitting.find((each) => each.name === name);
  return (exact ?? fitting.sort((a, b) => b.name.length - a.name.length)[0])?.holds;
}
