/** A stretch of program text. */
export interface CodeText {
  readonly text: string;
  readonly language: string;
}

export interface CodeReader {
  /** Takes notice of a shadow tree or of the document of a frame. */
  enterTree(tree: ParentNode): void;
  /** The text and language of an element that shows code. */
  read(element: Element): CodeText;
  /**
   * The element that holds the code of a wrapper which shows nothing else: its gutter of line numbers, its copy
   * button and its language label are no content. `undefined` for any other element.
   */
  unwrap(element: Element): Element | undefined;
  /** Whether a button copies the code beside it. */
  isCopyButton(element: Element): boolean;
}

/** Runs in the page. */
export function createCodeReader(): CodeReader {
  const GUTTER =
    /(?:^|[\s_-])(?:line-?num(?:ber)?s?|line-?nos?|lnum|lineno(?:s|-\w+)?|gutter(?:\w*)?|blob-num|ln-num|hljs-ln-numbers|linenodiv|copy(?!right)\w*|clipboard\w*|toolbar|code-?header|code-lang(?:uage)?)(?:$|[\s_-])/i;
  const NAMED = [
    /(?:^|\s)lang(?:uage)?-([\w+#.-]+)/i,
    /(?:^|\s)highlight-source-([\w+#.-]+)/i,
    /(?:^|\s)brush:\s*([\w+#.-]+)/i,
    /(?:^|\s)highlight-(?!source)([\w+#.-]+)/i,
    /(?:^|\s)sourceCode\s+([\w+#-]+)/,
    /(?:^|\s)hljs\s+([\w+#-]+)/,
    /(?:^|\s)([\w+#-]+)\s+hljs(?:\s|$)/,
    /(?:^|\s)prettyprint\s+lang-([\w+#-]+)/,
  ];
  const ATTRIBUTES = ['data-lang', 'data-language', 'data-code-language', 'data-syntax', 'data-code-lang', 'lang'];
  const NO_LANGUAGE =
    /^(?:none|text|txt|plain|plaintext|nohighlight|no-highlight|default|auto|undefined|null|code|highlight\w*|wrapper|container|block|numbers?|lines?|line-numbers|source|snippet|copy|toolbar|body|dark|light|theme|inline|notranslate|\d+)$/i;
  const WRAPPER = /code|highlight|prism|shiki|hljs|syntax|snippet|listing|example|source|terminal|console/i;
  const DEEPEST = 300;

  /** Longest names that are looked at, in characters: some patterns take the square of the length. */
  const LONGEST = 500;

  const classOf = (element: Element): string => (element.$getAttribute('class') ?? '').slice(0, LONGEST);

  const languageOf = (element: Element): string => {
    for (const pattern of NAMED) {
      const name = pattern.exec(classOf(element))?.[1]?.toLowerCase();
      if (name && !NO_LANGUAGE.test(name)) return name;
    }
    for (const attribute of ATTRIBUTES) {
      // `lang` tells the human language, save where it names no such language.
      const value = element.$getAttribute(attribute)?.toLowerCase() ?? '';
      const human = attribute === 'lang' && /^[a-z]{2,3}(?:-[a-z0-9]+)*$/.test(value);
      if (value !== '' && !human && /^[\w+#.-]{1,30}$/.test(value) && !NO_LANGUAGE.test(value)) return value;
    }
    return '';
  };

  /** Whether elements hold several blocks of code; a wrapper of thousands is asked by each of them. */
  const several = new Map<Element, boolean>();
  const holdsSeveral = (element: Element): boolean => {
    const known = several.get(element) ?? element.$querySelectorAll('pre').length > 1;
    several.set(element, known);
    return known;
  };

  const language = (element: Element): string => {
    const inside = element.$querySelector('code');
    const nested = (inside && languageOf(inside)) || '';
    if (nested !== '') return nested;
    let current: Element | null = element;
    for (let level = 0; current && level < 4; level += 1, current = current.$parentElement) {
      // A wrapper of several blocks tells nothing about one of them.
      if (level > 0 && holdsSeveral(current)) return '';
      const found = languageOf(current);
      if (found !== '') return found;
    }
    return '';
  };

  const isNoCode = (element: Element, style: CSSStyleDeclaration): boolean => {
    if (style.display === 'none' || style.visibility !== 'visible' || Number(style.opacity) < 0.05) return true;
    if (/^(?:button|script|style|template|svg|img|select|input|textarea)$/.test(element.$localName)) return true;
    if (element.$getAttribute('role') === 'button') return true;
    if (GUTTER.test(classOf(element))) return true;
    return style.userSelect === 'none' && !/[a-z]{3}/i.test(element.$textContent ?? '');
  };

  const isBlock = (display: string): boolean => !/^(?:inline|contents|ruby|none)/.test(display);

  const textOf = (element: Element): string => {
    // In pieces, since looking at the end of a text that grows copies all of it.
    const pieces: string[] = [];
    const add = (piece: string): void => {
      if (piece !== '') pieces.push(piece);
    };
    const isLineOpen = (): boolean => pieces.length > 0 && pieces.at(-1)?.endsWith('\n') === false;
    const visit = (parent: Element, depth: number): void => {
      for (const node of parent.$childNodes) {
        if (node.$nodeType === Node.TEXT_NODE) {
          add((node as Text).data);
        } else if (node.$nodeType === Node.ELEMENT_NODE) {
          const child = node as Element;
          if (child.$localName === 'br') {
            add('\n');
            continue;
          }
          const style = getComputedStyle(child);
          if (isNoCode(child, style)) continue;
          const block = isBlock(style.display) && style.display !== 'table-cell';
          if (block && isLineOpen()) add('\n');
          const before = pieces.length;
          if (depth < DEEPEST) visit(child, depth + 1);
          else add(child.$textContent ?? '');
          // An empty line of its own element is still a line.
          if (block && (pieces.length === before || isLineOpen())) add('\n');
        }
      }
    };
    visit(element, 0);
    return pieces
      .join('')
      .replace(/\r\n?/g, '\n')
      .replace(/[\u00ad\u200b\ufeff]/g, '')
      .replaceAll('\u00a0', ' ');
  };

  const withoutEdges = (text: string): string => text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();

  /** Code in a table, a gutter of line numbers in the first column. */
  const tableCode = (table: HTMLTableElement): Element | undefined => {
    if (table.rows.length === 0 || table.rows.length > 20_000) return undefined;
    const numbered = [...table.rows].every((row) => {
      const [first, ...rest] = row.cells;
      return first !== undefined && rest.length === 1 && /^[\d\s]*$/.test(first.$textContent ?? '');
    });
    const wide =
      table.$querySelector('pre, code') !== null || WRAPPER.test(classOf(table)) || table.$closest('pre') !== null;
    return numbered && wide && table.$querySelector('table') === null ? table : undefined;
  };

  /** Elements a few levels around code; only they can be its wrappers. */
  const around = new Set<Element>();
  const enterTree = (tree: ParentNode): void => {
    for (const code of tree.$querySelectorAll('pre, table[class]')) {
      let wrapper = code.$parentElement;
      for (let level = 0; wrapper && level < 6; level += 1, wrapper = wrapper.$parentElement) around.add(wrapper);
    }
  };
  enterTree(document);

  const unwrap = (element: Element): Element | undefined => {
    if (element.$localName === 'table') return tableCode(element as HTMLTableElement);
    if (!around.has(element) || !/^(?:div|figure|section|span|p)$/.test(element.$localName)) return undefined;
    if (!WRAPPER.test(classOf(element)) && element.$querySelector('button') === null) return undefined;
    const table = element.$querySelector('table');
    if (table) return tableCode(table) && hasOnly(element, new Set([table])) ? table : undefined;
    const blocks = element.$querySelectorAll('pre');
    const [pre] = blocks;
    if (pre === undefined) return undefined;
    // Some highlighters draw the numbers as a block of their own, or keep a hidden one to copy from.
    const kept = new Set<Element>();
    let only: Element | undefined;
    for (const block of blocks) {
      kept.add(block);
      if (/^[\d\s]*$/.test(block.$textContent ?? '') || isHiddenIn(element, block)) continue;
      if (only) return undefined;
      only = block;
    }
    return only && hasOnly(element, kept) ? only : undefined;
  };

  const isHiddenIn = (wrapper: Element, block: Element): boolean => {
    for (let at: Element | null = block; at && at !== wrapper; at = at.$parentElement) {
      const { display, visibility, opacity } = getComputedStyle(at);
      if (display === 'none' || visibility !== 'visible' || Number(opacity) < 0.05) return true;
    }
    return false;
  };

  /** What says more than a label does, whatever it says. */
  const STATEMENT = 'h1, h2, h3, h4, h5, h6, p, blockquote, img[alt]:not([alt=""]), video, audio';
  /** Characters of a language's name, and of what gutters and toolbars say beside numbers, without white space. */
  const LONGEST_LABEL = 15;
  const LONGEST_TOOLBAR = 60;

  /** Whether a wrapper shows no words but those of its code, of controls, and a label such as the language. */
  const hasOnly = (wrapper: Element, kept: ReadonlySet<Element>): boolean => {
    let label = '';
    const isSaying = (element: Element): boolean =>
      element.$matches(STATEMENT) &&
      (/^(?:img|video|audio)$/.test(element.$localName) || /\S/.test(shownText(element)));
    /** Its name tells that it belongs to code; only what it has in it tells whether that is true. */
    const isFurniture = (element: Element, style: CSSStyleDeclaration): boolean => {
      if (!isNoCode(element, style)) return false;
      if (style.display === 'none' || style.visibility !== 'visible' || Number(style.opacity) < 0.05) return true;
      if (!GUTTER.test(classOf(element))) return !isSaying(element);
      const words = (element.$textContent ?? '').replace(/[\d\s]+/g, '');
      return words.length <= LONGEST_TOOLBAR && ![element, ...element.$querySelectorAll(STATEMENT)].some(isSaying);
    };
    const isLabelled = (parent: Element, depth: number): boolean => {
      for (const node of parent.$childNodes) {
        if (node.$nodeType === Node.TEXT_NODE) label += (node as Text).data.trim();
        if (label.length > LONGEST_LABEL) return false;
        if (node.$nodeType !== Node.ELEMENT_NODE) continue;
        const child = node as Element;
        if (kept.has(child) || isFurniture(child, getComputedStyle(child))) continue;
        if (isSaying(child) || depth === 20 || !isLabelled(child, depth + 1)) return false;
      }
      return true;
    };
    return isLabelled(wrapper, 0) && /^[\w+#-]*$/.test(label);
  };

  const shownText = (element: Element): string => (element.$checkVisibility() ? (element.$textContent ?? '') : '');

  const read = (element: Element): CodeText => {
    const rows = element.$localName === 'table' ? [...(element as HTMLTableElement).rows] : [];
    const cells = rows.map(({ cells }) => cells[cells.length - 1]).filter((cell) => cell !== undefined);
    const text = rows.length > 0 ? cells.map((cell) => textOf(cell).replace(/\n$/, '')).join('\n') : textOf(element);
    return { text: withoutEdges(text), language: language(element) };
  };

  const isCopyButton = (element: Element): boolean => {
    const label = `${classOf(element)} ${element.$getAttribute('aria-label') ?? ''} ${element.$textContent ?? ''}`;
    if (label.length > 300 || !/copy|clipboard/i.test(label)) return false;
    let around: Element | null = element.$parentElement;
    for (let level = 0; around && level < 3; level += 1, around = around.$parentElement) {
      if (around.$querySelector('pre, code')) return true;
    }
    return false;
  };

  return { enterTree, read, unwrap, isCopyButton };
}
