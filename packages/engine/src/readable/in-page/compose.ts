// biome-ignore lint/suspicious/noExplicitAny: any function of parts
type Factory = (...args: any[]) => any;

/**
 * Makes one function for `Page.call` of several: a function that is sent to the page as text can use nothing of its
 * module, so that its parts are sent along and handed to it.
 */
export function composeForPage<P extends Readonly<Record<string, Factory>>, A extends readonly unknown[], R>(
  main: (parts: P, ...args: A) => R,
  parts: P,
): (...args: A) => R {
  const sent = Object.entries(parts).map(([name, part]) => `${JSON.stringify(name)}: (${part.toString()})`);
  const text = `(...args) => (${main.toString()})({ ${sent.join(',\n')} }, ...args)`;
  return Object.assign((...args: A): R => main(parts, ...args), { toString: () => text });
}
