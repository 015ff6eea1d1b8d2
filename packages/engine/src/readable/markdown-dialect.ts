import { gfmToMarkdown } from 'mdast-util-gfm';
import { defaultHandlers, type Handle, type Options, type Unsafe } from 'mdast-util-to-markdown';
import { isSafe } from './markdown-safe.ts';

/**
 * GitHub Flavored Markdown as it is read most widely: rows that delimit the head of a table have three dashes a column, which
 * older readers ask for, and an address in a text is not escaped, so that it stays what was on the page.
 */
export function dialect(): Options[] {
  const extensions = extensionsOf(gfmToMarkdown({ tablePipeAlign: false }))
    .filter((extension) => !keepsAddressesFromBecomingLinks(extension))
    .map((extension) => {
      const { table, inlineCode } = extension.handlers ?? {};
      if (!table || !inlineCode) return extension;
      const handlers = {
        ...extension.handlers,
        table: withWideDelimiters(table),
        inlineCode: withShortWay(inlineCode),
      };
      return { ...extension, handlers };
    });
  return [...extensions, { handlers: { root: writeRoot } }];
}

/** Trying some forty rules on each text is most of the work; most texts need none of them. */
const writeRoot: Handle = (node, parent, state, info) => {
  const safe = state.safe.bind(state);
  state.safe = (value, config) => {
    if (value && isSafe(value, state.stack, config)) return value;
    const text = safe(value, config);
    // Within the text of a link, some readers take a bracket for one although it is escaped.
    return state.stack.includes('label') ? text.replaceAll('\\](', '\\]\\(') : text;
  };
  state.unsafe = state.unsafe.map((pattern) =>
    pattern.character === '&' ? { ...AMPERSAND, ...inside(pattern) } : pattern,
  );
  return defaultHandlers.root(node, parent, state, info);
};

/** Only a whole character reference is read as one (CommonMark 0.31, section 2.5): `AT&T` and `?a=1&b=2` hold none. */
const AMPERSAND = { character: '&', after: '(?:#\\d|#[xX]|[A-Za-z][A-Za-z0-9]{1,31};|[#A-Za-z]$)' };
const inside = ({ inConstruct, notInConstruct }: Unsafe) => ({ inConstruct, notInConstruct });

/** Inline code in one line and without pipes: its fence is the shortest that is not in it. */
function withShortWay(write: Handle): Handle {
  const short: Handle = (node, parent, state, info) => {
    const value: string = node.value;
    if (/[\r\n|]/.test(value)) return write(node, parent, state, info);
    const runs = new Set((value.match(/`+/g) ?? []).map(({ length }) => length));
    let size = 1;
    while (runs.has(size)) size += 1;
    const fence = '`'.repeat(size);
    const padded = value.trim() !== '' && (/^`|`$/.test(value) || (value.startsWith(' ') && value.endsWith(' ')));
    return padded ? `${fence} ${value} ${fence}` : fence + value + fence;
  };
  return Object.assign(short, { peek: () => '`' });
}

/** Extensions come in a tree. */
function extensionsOf(extension: Options): Options[] {
  const inner = (extension.extensions ?? []).flatMap(extensionsOf);
  return inner.length > 0 ? inner : [extension];
}

function keepsAddressesFromBecomingLinks({ handlers, unsafe }: Options): boolean {
  return handlers === undefined && (unsafe ?? []).some(({ character }) => character === '@');
}

function withWideDelimiters(write: Handle): Handle {
  return (...args) => {
    const lines = write(...args).split('\n');
    return lines.map((line, index) => (index === 1 ? line.replaceAll('-', '---') : line)).join('\n');
  };
}
