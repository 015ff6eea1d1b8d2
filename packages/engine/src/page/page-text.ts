import { randomBytes } from 'node:crypto';
import { giveOwnNames, MEMBERS } from './in-page/own-names.ts';

/**
 * Functions that run in worlds of our own in a page, as text. The names in them that begin with `$` are names of our own (`in-page/own-names.ts`): in the
 * page, each has a part that this process draws once, so that no control of a form and no id of a document is named like one.
 */

const PREFIX = `$${randomBytes(6).toString('hex')}_`;
const texts = new WeakMap<object, string>();

/** The text of a function for a page, where elements have their names of our own: see `withOwnNames`. */
export function textForPage(run: (...given: never[]) => unknown): string {
  let text = texts.get(run);
  if (text === undefined) {
    // No text, no regular expression of such functions may have a dollar before a letter: `test/architecture.test.ts` keeps it so.
    text = run.toString().replaceAll(/\$(?=[a-z])/gi, () => PREFIX);
    texts.set(run, text);
  }
  return text;
}

const GIVE = `(${textForPage(giveOwnNames).replaceAll(/\n\s*/g, '\n')})(${JSON.stringify(MEMBERS)}, ${JSON.stringify(PREFIX)})`;

/** What `ifNamed` answers in a world whose elements have no names of our own. */
export const NAMELESS = `${PREFIX}nameless`;
const IS_NAMELESS = `!(${JSON.stringify(`${PREFIX}nodeType`)} in Node.prototype)`;

/** The text of a function that gives elements their names of our own, unless they have them, and runs another one. */
export const withOwnNames = (text: string): string => `function (...given) { ${GIVE}; return (${text})(...given); }`;

/** The text of a function that runs another one where elements have their names of our own, and returns `NAMELESS` elsewhere. */
export const ifNamed = (text: string): string =>
  `function (...given) { if (${IS_NAMELESS}) return ${JSON.stringify(NAMELESS)}; return (${text})(...given); }`;
