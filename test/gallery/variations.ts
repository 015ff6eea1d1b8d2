/** Other data for a template, made from its sample by its schema. */

interface JsonSchema {
  readonly type?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly minItems?: number;
}

type Data = Record<string, unknown>;

const isObject = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function schemaOf({ properties, additionalProperties }: JsonSchema, name: string): JsonSchema {
  const other = typeof additionalProperties === 'object' ? additionalProperties : {};
  return properties?.[name] ?? other;
}

/** The sample without anything that the schema does not ask for, and with as few elements as it allows. */
export function onlyRequired(schema: JsonSchema, value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.slice(0, schema.minItems ?? 0).map((element) => onlyRequired(schema.items ?? {}, element));
  }
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => schema.required?.includes(name));
  return Object.fromEntries(kept.map(([name, member]) => [name, onlyRequired(schemaOf(schema, name), member)]));
}

/** The sample with other texts. Texts of a fixed form, such as days and currencies, stay. */
export function withTexts(schema: JsonSchema, value: unknown, change: (text: string, most: number) => string): unknown {
  if (typeof value === 'string') {
    const most = schema.maxLength ?? Number.POSITIVE_INFINITY;
    return schema.pattern === undefined ? change(value, most).slice(0, most) : value;
  }
  if (Array.isArray(value)) return value.map((element) => withTexts(schema.items ?? {}, element, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withTexts(schemaOf(schema, name), member, change)]),
  );
}

/** Every text of some data, but for those of a fixed form. */
export function textsOf(schema: JsonSchema, value: unknown): string[] {
  const texts: string[] = [];
  withTexts(schema, value, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

const cents = (amount: number): number => Math.round(amount * 100) / 100;

/** Amount of the row `index` of a long invoice, from 0: of all sizes, now and then below zero. */
export const rowAmount = (index: number): number =>
  index % 13 === 12 ? -cents(9.99 + index) : cents(12.35 + ((index * 7919) % 90_001) / 100);

/** An invoice with any number of rows, named `Row 1` and so on; `wordy` ones take up to five lines. */
export function invoiceOf(sample: Data, { rows, wordy = false }: { rows: number; wordy?: boolean }): Data {
  const items = Array.from({ length: rows }, (_, index) => {
    const amount = rowAmount(index);
    const words = wordy ? 'of seasoned larch, planed on four sides '.repeat((index * 5) % 7) : '';
    return { title: `Row ${index + 1} ${words}`.trim(), quantity: 1, price: amount, tax: 20, amount };
  });
  const net = cents(items.reduce((sum, { amount }) => sum + amount, 0));
  const amount = cents(net * 0.2);
  const gross = cents(net + amount);
  return { ...sample, items, totals: { net, taxes: [{ rate: 20, base: net, amount }], gross, due: gross } };
}

/** A report with chapters and sections of lengths that differ with `seed`. */
export function reportOf(sample: Data, seed: number): Data {
  const long = (most: number, salt: number): number => (seed * 31 + salt * 17) % most;
  const text = (words: number) =>
    `${'The water of the estuary is measured every hour of the year at eleven stations. '.repeat(words)}\n\n`;
  const chapters = Array.from({ length: 1 + long(6, 1) }, (_, chapter) => ({
    title: `A chapter that is called ${'rather '.repeat(long(9, chapter))}long`,
    text: text(long(30, chapter)).repeat(1 + long(3, chapter + 1)),
    sections: Array.from({ length: long(5, chapter + 2) }, (_, section) => ({
      title: `Section ${section + 1}`,
      text: text(long(23, section + chapter)).repeat(long(4, section)) + (section % 2 ? '- One\n- Two\n- Three\n' : ''),
      ...(section % 2
        ? { figure: { caption: 'Bars', bars: Array.from({ length: 3 + long(9, section) }, bar) } }
        : {
            table: { caption: 'Rows', columns: ['Row', 'Value'], rows: Array.from({ length: long(70, chapter) }, row) },
          }),
    })),
  }));
  return { ...sample, chapters };
}

const bar = (_: unknown, index: number) => ({ label: `Bar ${index + 1}`, value: index + 1 });
const row = (_: unknown, index: number) => ({ label: `Row ${index + 1}`, values: [index] });
