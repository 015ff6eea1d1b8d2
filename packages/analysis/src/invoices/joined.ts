/** The words of two lists under the same names, for tables of phrases that are kept in several files. */
export function joined<Name extends string>(
  first: Readonly<Record<Name, string>>,
  second: Readonly<Partial<Record<Name, string>>>,
): Record<Name, string> {
  const all: Record<Name, string> = { ...first };
  for (const name of Object.keys(first) as Name[]) all[name] = `${first[name]}, ${second[name] ?? ''}`;
  return all;
}
