/** The words of several lists under the same names, for tables of phrases that are kept in a file for some languages each. */
export function joined<Name extends string>(
  first: Readonly<Record<Name, string>>,
  ...others: readonly Readonly<Partial<Record<Name, string>>>[]
): Record<Name, string> {
  const all: Record<Name, string> = { ...first };
  for (const name of Object.keys(first) as Name[])
    all[name] = [first[name], ...others.map((one) => one[name] ?? '')].join(', ');
  return all;
}
