import { parseAst } from 'vitest/node';

type SyntaxNode = { readonly type: string; readonly start: number; readonly end: number } & Readonly<
  Record<string, unknown>
>;

/** What a module may show to people: its strings, each in its line; the lines of everything else are empty. */
export function textsOf(source: string): string {
  const shown = source.split('').map((unit): string => (unit === '\n' ? unit : ' '));
  for (const { start, end } of walk(parseAst(source, { lang: 'ts' }))) {
    for (let at = start; at < end; at += 1) shown[at] = source.charAt(at);
  }
  return shown.join('').replaceAll(/ +$/gm, '');
}

/** The strings below a node, but for SQL and the names of modules. */
function* walk(value: unknown): Generator<SyntaxNode> {
  if (Array.isArray(value)) {
    for (const each of value) yield* walk(each);
    return;
  }
  if (!isNode(value) || NOT_SHOWN.has(value.type) || isSql(value)) return;
  if (isText(value)) yield value;
  for (const member of Object.values(value)) yield* walk(member);
}

const NOT_SHOWN = new Set(['ImportDeclaration', 'ExportAllDeclaration', 'TSLiteralType', 'ImportExpression']);

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function isText({ type, value }: SyntaxNode): boolean {
  return type === 'TemplateElement' || (type === 'Literal' && typeof value === 'string');
}

function isSql({ type, tag }: SyntaxNode): boolean {
  return type === 'TaggedTemplateExpression' && isNode(tag) && tag.name === 'sql';
}
