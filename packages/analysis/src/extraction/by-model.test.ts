import { describe, expect, it } from 'vitest';
import { scriptedAnalyst } from '../testing/scripted-analyst.ts';

describe('extraction', () => {
  const text =
    'This agreement is made between Nordwind Ltd and Delta Inc.\nIt is governed by the law of Delaware.\nContact: Jane Roe, jane@nordwind.example';

  it('finds fields that have no label, and gives null for invented ones', async () => {
    const { analyst } = await scriptedAnalyst({ content: { fields: { 1: 'Delaware', 2: 'five years' } } });
    const { answer } = await analyst.run({
      kind: 'extract-data',
      text,
      options: { extractionType: 'custom', customFields: ['governing state', '__proto__'] },
      includeEvidence: true,
    });
    expect(answer.extractedData.fields?.['governing state']).toBe('Delaware');
    expect(Object.values(answer.extractedData.fields ?? {})).not.toContain('five years');
    const { start, end } = answer.evidence?.['fields.governing state'] ?? { start: 0, end: 0 };
    expect(text.slice(start, end)).toBe('Delaware');
  });

  it('adds to contacts what stands in the text only', async () => {
    const content = {
      contacts: [
        { name: 'Jane Roe', email: 'jane@nordwind.example', phone: '+1 555 0100', organization: 'Nordwind Ltd' },
      ],
    };
    const { analyst } = await scriptedAnalyst({ content });
    const { answer } = await analyst.run({ kind: 'extract-data', text, options: { extractionType: 'contacts' } });
    const jane = answer.extractedData.contacts?.find((contact) => contact.email === 'jane@nordwind.example');
    expect(jane).toMatchObject({ name: 'Jane Roe', phone: null, organization: 'Nordwind Ltd' });
  });

  it('asks nothing for dates, amounts and tables', async () => {
    const { analyst, provider } = await scriptedAnalyst({ content: {} });
    const { engine } = await analyst.run({ kind: 'extract-data', text, options: { extractionType: 'dates' } });
    expect([provider.requests.length, engine]).toEqual([0, 'rules']);
  });
});
