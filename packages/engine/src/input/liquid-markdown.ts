import { createRequire } from 'node:module';
import type { Marked, MarkedExtension, Tokens } from 'marked';
import type { Filter } from './liquid-arguments.ts';
import { escapeText, Markup, toText } from './liquid-markup.ts';

const require = createRequire(import.meta.url);

/** Whether a link may lead there: by http, https, mail or telephone, or within the document. */
function isSafeLink(href: string): boolean {
  const scheme = schemeOf(href);
  return scheme === undefined || /^(?:https?|mailto|tel)$/.test(scheme);
}

const isSafeImage = (href: string): boolean => isSafeLink(href) || /^data:image\/(?:png|jpeg|gif|webp);/i.test(href);

/** The scheme as a browser reads it (URL standard): blanks and control characters in it do not count. */
function schemeOf(href: string): string | undefined {
  const bare = href.replace(/[\p{Cc}\p{Z}\p{Cf}]/gu, '');
  return /^([a-z][a-z0-9+.-]*):/i.exec(bare)?.[1]?.toLowerCase();
}

const attribute = (name: string, value: string | null | undefined): string =>
  value === null || value === undefined || value === '' ? '' : ` ${name}="${escapeText(value)}"`;

/** Raw HTML is shown as text, and links lead only where links may. */
const safe: MarkedExtension = {
  gfm: true,
  renderer: {
    html({ text }: Tokens.HTML | Tokens.Tag): string {
      return escapeText(text);
    },
    link({ href, title, tokens }: Tokens.Link): string {
      const content = this.parser.parseInline(tokens);
      if (!isSafeLink(href)) return content;
      return `<a${attribute('href', href)}${attribute('title', title)}>${content}</a>`;
    },
    image({ href, title, text }: Tokens.Image): string {
      if (!isSafeImage(href)) return escapeText(text);
      return `<img src="${escapeText(href)}" alt="${escapeText(text)}"${attribute('title', title)}>`;
    },
  },
};

let parser: Marked | undefined;

/** The parser is loaded by the first text that needs it. */
function markdownParser(): Marked {
  if (parser) return parser;
  const { Marked: Parser } = require('marked') as typeof import('marked');
  parser = new Parser(safe);
  return parser;
}

/**
 * `{{ text | markdown }}`: GitHub-flavored Markdown as HTML. HTML in the text is shown as text; links and images with
 * a scheme such as `javascript:` lose their target.
 */
const markdown: Filter = function (value) {
  const text = toText(value);
  this.context.memoryLimit.use(text.length);
  const html = markdownParser().parse(text, { async: false });
  this.context.memoryLimit.use(html.length);
  return new Markup(html);
};

export const markdownFilters: Readonly<Record<string, Filter>> = { markdown };
