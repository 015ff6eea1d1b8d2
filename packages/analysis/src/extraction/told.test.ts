import { describe, expect, it } from 'vitest';
import { createAnalyst } from '../analyst.ts';

async function extracted(text: string, options: object) {
  const { answer } = await createAnalyst().run({ kind: 'extract-data', text, options } as never);
  return (answer as unknown as { extractedData: Record<string, unknown> }).extractedData;
}

const fieldOf = async (text: string, name: string) =>
  ((await extracted(text, { extractionType: 'custom', customFields: [name] })).fields as Record<string, string>)[name];

const REPORT =
  'Quarterly report\nNet debt was reduced from GBP 212 million to GBP 188 million. Chief executive Helen Marsh said so.\n' +
  'The company employed 5,214 people on 31 March 2025 (4,980).';
const LEASE =
  'Mietvertrag\n§ 4 Kaution\nDer Mieter leistet eine Sicherheit in Höhe von 10.350,00 EUR.\n§ 5 Laufzeit\n' +
  'Es verlängert sich, wenn es nicht mit einer Frist von sechs Monaten zum Ende gekündigt wird.';

describe('a custom field that the text tells in other words', () => {
  it.each([
    ['employees', REPORT, '5,214'],
    ['Mitarbeiterzahl', 'Das Haus hat rund 40 Mitarbeiter. Leiterin ist Eva Horn.', '40'],
    ['employees', 'Chief executive Helen Marsh thanked all employees.', null],
    ['net debt', REPORT, 'GBP 188 million'],
    ['Kaution', LEASE, '10.350,00 EUR'],
    ['Kündigungsfrist', LEASE, 'sechs Monaten'],
  ])('%s', async (name, text, value) => {
    expect(await fieldOf(text, name)).toBe(value);
  });
});

const MAIL = `Tom Becker <tom@freight.example>
Tel. +49 40 555 7712

           Q1 2025   Q1 2024
Revenue      418.3     393.9
Net debt     188.0     212.0

The meeting of 14 May 2025 moved to 16 June.`;

describe('what a mail has in it', () => {
  it('is the name in front of an address', async () => {
    expect(await extracted(MAIL, { extractionType: 'contacts' })).toMatchObject({
      contacts: [{ name: 'Tom Becker', email: 'tom@freight.example', phone: '+49 40 555 7712' }],
    });
  });

  it('is a table whose columns are called by their quarters, and not by a telephone number', async () => {
    expect((await extracted(MAIL, { extractionType: 'tables' })).tables).toEqual([
      {
        title: null,
        headers: ['', 'Q1 2025', 'Q1 2024'],
        rows: [
          ['Revenue', '418.3', '393.9'],
          ['Net debt', '188.0', '212.0'],
        ],
      },
    ]);
  });

  it('is a day in the year of the sentence', async () => {
    const { dates } = await extracted(MAIL, { extractionType: 'dates' });
    expect((dates as { date: string }[]).map(({ date }) => date)).toEqual(['2025-05-14', '2025-06-16']);
  });
});
