import { parseAst } from 'vitest/node';

/** What the architecture rules need to know about one module. */
export interface ModuleFacts {
  /** Every module named: imports, re-exports, type imports, `import()`, `require`, and files started by URL. */
  readonly imports: readonly string[];
  readonly hasDefaultExport: boolean;
  readonly readsEnvironment: boolean;
  /** Every regular expression that is written as a literal. */
  readonly patterns: readonly Pattern[];
}

export interface Pattern {
  readonly source: string;
  readonly flags: string;
}

/** A member that is read by its name. */
export interface MemberRead {
  readonly name: string;
  /** What it is read of, as it is written; empty where an object is taken apart. */
  readonly of: string;
}

type SyntaxNode = { readonly type: string } & Readonly<Record<string, unknown>>;

/** Reads a TypeScript module by its syntax tree, so that comments and strings cannot mislead. */
export function readModule(source: string, lang: 'ts' | 'tsx' = 'ts'): ModuleFacts {
  const nodes = [...walk(parseAst(source, { lang }))];
  return {
    imports: nodes.flatMap(importedBy),
    hasDefaultExport: nodes.some(exportsDefault),
    readsEnvironment: nodes.some(readsEnvironment),
    patterns: nodes.flatMap(patternIn),
  };
}

/** Every member that a module reads: `a.name`, `const { name } = a`, `'name' in a`. */
export function membersRead(source: string): MemberRead[] {
  const written = (node: unknown): string => {
    const { start, end } = node as { readonly start: number; readonly end: number };
    return source.slice(start, end);
  };
  return [...walk(parseAst(source, { lang: 'ts' }))].flatMap((node) => {
    if (node.type === 'MemberExpression' && node.computed === false) {
      return [{ name: written(node.property), of: written(node.object) }];
    }
    if (node.type === 'BinaryExpression' && node.operator === 'in') {
      return text(node.left).map((name) => ({ name, of: written(node.right) }));
    }
    if (node.type !== 'ObjectPattern') return [];
    const taken = node.properties as readonly SyntaxNode[];
    return taken.flatMap(({ key }) => (isNode(key) ? [{ name: written(key), of: '' }] : []));
  });
}

/** Every text and regular expression that a module has as a literal, in templates too. */
export function textsWritten(source: string): string[] {
  return [...walk(parseAst(source, { lang: 'ts' }))].flatMap((node) => {
    if (node.type === 'TemplateElement') return [(node.value as { readonly raw: string }).raw];
    return [...text(node), ...patternIn(node).map((pattern) => pattern.source)];
  });
}

/** The names that a module gives to what it keeps at the global object: members of `globalThis as { … }` and of `typeof globalThis & { … }`. */
export function namesKept(source: string): string[] {
  const members = (type: unknown): string[] => {
    if (!isNode(type)) return [];
    if (type.type === 'TSIntersectionType') return (type.types as readonly unknown[]).flatMap(members);
    if (type.type !== 'TSTypeLiteral') return [];
    return (type.members as readonly SyntaxNode[]).flatMap(({ key }) =>
      isNode(key) && key.type === 'Identifier' ? [String(key.name)] : [],
    );
  };
  return [...walk(parseAst(source, { lang: 'ts' }))].flatMap((node) => {
    if (node.type === 'TSAsExpression' && isName(node.expression, 'globalThis')) return members(node.typeAnnotation);
    const isOfGlobal =
      node.type === 'TSIntersectionType' &&
      (node.types as readonly SyntaxNode[]).some(
        (type) => type.type === 'TSTypeQuery' && isName(type.exprName, 'globalThis'),
      );
    return isOfGlobal ? members(node) : [];
  });
}

function* walk(value: unknown): Generator<SyntaxNode> {
  if (Array.isArray(value)) {
    for (const item of value) yield* walk(item);
  } else if (isNode(value)) {
    yield value;
    for (const child of Object.values(value)) yield* walk(child);
  }
}

function importedBy(node: SyntaxNode): string[] {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return text(node.source);
    case 'CallExpression':
      return isName(node.callee, 'require') || isMember(node.callee, 'resolve') ? text(first(node.arguments)) : [];
    case 'NewExpression':
      return isName(node.callee, 'URL') ? text(first(node.arguments)).filter((file) => file.endsWith('.ts')) : [];
    default:
      return [];
  }
}

function exportsDefault(node: SyntaxNode): boolean {
  return (
    node.type === 'ExportDefaultDeclaration' || (node.type === 'ExportSpecifier' && isName(node.exported, 'default'))
  );
}

function patternIn(node: SyntaxNode): Pattern[] {
  if (node.type !== 'Literal' || !('regex' in node)) return [];
  const { pattern, flags } = node.regex as { readonly pattern: string; readonly flags: string };
  return [{ source: pattern, flags }];
}

/** `process.env`, `process['env']`, `const { env } = process`, `import { env } from 'node:process'`. */
function readsEnvironment(node: SyntaxNode): boolean {
  if (node.type === 'MemberExpression') return isMember(node, 'env') && isProcess(node.object);
  if (node.type === 'VariableDeclarator') return isProcess(node.init) && mentionsEnv(node.id);
  if (node.type === 'ImportDeclaration')
    return /^(node:)?process$/.test(text(node.source)[0] ?? '') && mentionsEnv(node);
  return false;
}

function isProcess(value: unknown): boolean {
  return isName(value, 'process') || isMember(value, 'process');
}

function mentionsEnv(value: unknown): boolean {
  return [...walk(value)].some((node) => isName(node, 'env'));
}

/** Whether this is `something.property`, `something?.property` or `something['property']`, whatever something is. */
function isMember(value: unknown, property: string): boolean {
  if (!isNode(value) || value.type !== 'MemberExpression') return false;
  return isName(value.property, property) || text(value.property)[0] === property;
}

function isName(value: unknown, name: string): boolean {
  return isNode(value) && value.type === 'Identifier' && value.name === name;
}

function text(value: unknown): string[] {
  return isNode(value) && value.type === 'Literal' && typeof value.value === 'string' ? [value.value] : [];
}

function first(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
