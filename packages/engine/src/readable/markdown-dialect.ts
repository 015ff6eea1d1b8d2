import { gfmToMarkdown } from 'mdast-util-gfm';
import { defaultHandlers, type Handle, type Options } from 'mdast-util-to-markdown';

/**
 * GitHub Flavored Markdown as it is read most widely: rows that delimit the head of a table have three dashes a column, which
 * older readers ask for, and an address in a text is not escaped, so that it stays what was on the page.
 */
export function dialect(): Options[] {
  const extensions = extensionsOf(gfmToMarkdown({ tablePipeAlign: false }))
    .filter((extension) => !keepsAddressesFromBecomingLinks(extension))
    .map((extension) => (extension.handlers?.table ? withWideDelimiters(extension) : extension));
  return [...extensions, { handlers: { text: writeText } }];
}

/** Words and numbers without a sign that any rule of Markdown is about. */
const PLAIN = /^(?! )(?:[\p{L}\p{N},%€]|(?<=\d)\.(?=\d)| (?! |$))+$/u;

/** Trying some forty rules on each text is most of the work; most cells of tables need none of them. */
const writeText: Handle = (node, parent, state, info) =>
  PLAIN.test(node.value) ? node.value : defaultHandlers.text(node, parent, state, info);

/** Extensions come in a tree. */
function extensionsOf(extension: Options): Options[] {
  const inner = (extension.extensions ?? []).flatMap(extensionsOf);
  return inner.length > 0 ? inner : [extension];
}

function keepsAddressesFromBecomingLinks({ handlers, unsafe }: Options): boolean {
  return handlers === undefined && (unsafe ?? []).some(({ character }) => character === '@');
}

function withWideDelimiters(extension: Options): Options {
  const write = extension.handlers?.table as Handle;
  const table: Handle = (...args) => {
    const lines = write(...args).split('\n');
    return lines.map((line, index) => (index === 1 ? line.replaceAll('-', '---') : line)).join('\n');
  };
  return { ...extension, handlers: { ...extension.handlers, table } };
}
