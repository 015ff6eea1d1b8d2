// biome-ignore lint/suspicious/noExplicitAny: any function of parts
type Factory = (...args: any[]) => any;

/**
 * Makes one function for `Page.call` of several: a function that is sent to the page as text can use nothing of its
 * module, so that its parts are sent along and handed to it. The text is made small once, since every page has to
 * take and compile it.
 */
export function composeForPage<P extends Readonly<Record<string, Factory>>, A extends readonly unknown[], R>(
  main: (parts: P, ...args: A) => R,
  parts: P,
): (...args: A) => R {
  const sent = Object.entries(parts).map(([name, part]) => `${JSON.stringify(name)}: (${sourceOf(part)})`);
  const text = `(...args) => (${sourceOf(main)})({ ${sent.join(',\n')} }, ...args)`;
  return Object.assign((...args: A): R => main(parts, ...args), { toString: () => text });
}

/**
 * The text of a function without indentation and without comments that have lines of their own, in ASCII: one other
 * character doubles the size of the whole script in the page. No string of a part may go over several lines, and no
 * part may have a backslash before a character outside of ASCII.
 */
function sourceOf(part: Factory): string {
  return part
    .toString()
    .replace(/^[ \t]*(?:\/\/.*|\/\*(?:(?!\*\/)[\s\S])*\*\/[ \t]*)$/gm, '')
    .replace(/[ \t]*\n\s*/g, '\n')
    .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
