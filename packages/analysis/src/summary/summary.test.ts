import { describe, expect, it } from 'vitest';
import { sentencesOf } from '../text/sentences.ts';
import { readDocument } from '../values/document.ts';
import { summarize } from './summary.ts';

const TOPICS = ['harbour', 'bridge', 'market', 'school', 'river', 'library', 'railway', 'forest', 'museum', 'hospital'];
const TEXT = TOPICS.flatMap((topic, index) => [
  `The ${topic} committee of the town met on day ${index + 1} to plan repairs.`,
  `Repairs of the ${topic} cost the town more than the committee had planned.`,
  `Nobody objected when item ${index + 1} came up.`,
]).join(' ');

describe('a summary', () => {
  it.each([
    ['brief', 2, 3],
    ['standard', 5, 7],
    ['detailed', 10, 15],
  ] as const)('%s has %d to %d sentences, each word for word and in order', (type, least, most) => {
    const document = readDocument(TEXT);
    const { summary, evidence, verification } = summarize(document, type);
    const sentences = sentencesOf(readDocument(summary).source).map((sentence) => sentence.text);
    expect(sentences.length).toBeGreaterThanOrEqual(least);
    expect(sentences.length).toBeLessThanOrEqual(most);
    const places = sentences.map((sentence) => TEXT.indexOf(sentence));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(TEXT.slice(evidence['sentences.0']?.start, evidence['sentences.0']?.end).trim()).toBe(sentences[0]);
    expect(verification.status).toBe('verified');
  });

  it('does not say the same thing twice', () => {
    const text = `${'The dam holds back the water of the lake. '.repeat(20)}A new gate opens in May. The fish ladder was rebuilt.`;
    const { summary } = summarize(readDocument(text), 'brief');
    expect(summary).toContain('A new gate opens in May.');
    expect(summary).toContain('The fish ladder was rebuilt.');
  });

  it('has no sentence twice, however short the text is', () => {
    const four = 'The oak is dry. The oak is dry. The  oak is dry. THE OAK IS DRY. ';
    const of = (text: string) => summarize(readDocument(text), 'brief').summary;
    expect(of(`${four}The elm is wet.`)).toBe('The oak is dry. The elm is wet.');
    expect(of('The oak is dry.\n\n'.repeat(4)).match(/The oak is dry/g)).toHaveLength(1);
    expect(of('Net pay: 5\nNet pay: 5\nDesk: 4\nDesk: 4')).toBe('Net pay: 5\nDesk: 4');
  });

  it('takes at most 1,000 characters of a text without spaces, in whole signs', () => {
    for (const sign of ['x', 'e\u0301', '\u{20000}', '\u0915\u094d\u0937\u093f']) {
      const text = sign.repeat(2_000_000 / sign.length);
      const { summary, evidence } = summarize(readDocument(text), 'brief');
      const places = Object.values(evidence);
      expect(places.length).toBeGreaterThan(0);
      expect(summary.length).toBeLessThanOrEqual(3002);
      for (const { start, end } of places) {
        expect(end - start).toBeLessThanOrEqual(1000);
        expect([start % sign.length, end % sign.length]).toEqual([0, 0]);
      }
    }
  });

  it('cuts no sign of a text without spaces, wherever its cut falls', () => {
    for (const end of ['', '.']) {
      const text = `x${'e\u0301'.repeat(5000)}${end}`;
      for (const place of Object.values(summarize(readDocument(text), 'detailed').evidence)) {
        expect(text.charAt(place.start)).not.toBe('\u0301');
        expect(text.charAt(place.end)).not.toBe('\u0301');
      }
    }
  });

  it('of a short text is the text', () => {
    expect(summarize(readDocument('Only this.'), 'detailed').summary).toBe('Only this.');
    expect(summarize(readDocument('')).summary).toBe('');
  });
});
