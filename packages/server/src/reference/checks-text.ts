import { KINDS } from '@platen/analysis';
import { tableRow } from './schema-text.ts';

/** What the checks of an analysis mean, as a page: from the definitions of the kinds. */
export function checksText(): string {
  const meanings = KINDS.flatMap(({ name: kind, checks }) => checks.map((check) => ({ ...check, kind })));
  const rows = [...Map.groupBy(meanings, ({ name, holds }) => `${name} ${holds}`).values()].flatMap((same) =>
    same
      .slice(0, 1)
      .map(({ name, holds }) => tableRow([`\`${name}\``, same.map(({ kind }) => `\`${kind}\``).join(', '), holds])),
  );
  return `# Checks of analyses

What can be in \`verification.checks\` of an answer, and in the \`checks\` of its \`fields\`. In a name, N stands for a number, X for a value of the answer and MM-DD for a day. With
several accounts, the names of the checks of one begin with \`accounts.N.\`, but not those of transactions.

| check | of | holds if |
|---|---|---|
${rows.join('\n')}
`;
}
