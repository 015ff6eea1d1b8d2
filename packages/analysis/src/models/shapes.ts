import type { FieldType } from './proposals.ts';

/** What a model is asked to find in one kind of document. Names are those of the answer. */

export interface Shape {
  /** What the document is called in the instructions. */
  readonly document: string;
  readonly fields: Readonly<Record<string, { readonly type: FieldType; readonly meaning: string }>>;
  /** The list of rows, by its name in the answer; what the rows are. */
  readonly rows: { readonly name: string; readonly meaning: string } | null;
}

export function taskOf(shape: Shape): string {
  const fields = Object.entries(shape.fields).map(([name, { meaning }]) => `- ${name}: ${meaning}`);
  const members = Object.keys(shape.fields).map((name) => `"${name}": {"value": ..., "quote": "..."} or null`);
  const rows = shape.rows
    ? `\n"${shape.rows.name}" lists the ${shape.rows.meaning}, in the order printed. Each row has "description", "quantity", "unitPrice" and "amount" (the printed total of the row), each a quote or null.`
    : '';
  const list = shape.rows ? [...members, `"${shape.rows.name}": [...]`] : members;
  return `The document is ${shape.document}. Find:
${fields.join('\n')}
A quote is copied from the document character for character, as short as possible: only the number, the date or the name itself. Never compute, complete, convert or correct anything. What the document does not print is null.${rows}
Answer in this form: {${list.join(', ')}}`;
}
