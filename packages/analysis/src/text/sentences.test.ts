import { describe, expect, it } from 'vitest';
import { eachSentence, sentenceAt, sentencesOf } from './sentences.ts';
import { readSource } from './source.ts';

const texts = (text: string) => sentencesOf(readSource(text)).map((sentence) => sentence.text);

describe('sentences', () => {
  it('do not end at abbreviations, initials and ordinals', () => {
    expect(texts('Dr. Ada Lim met J. Doe on 3. May. They signed at 5 p.m. sharp! Did it help?')).toEqual([
      'Dr. Ada Lim met J. Doe on 3. May.',
      'They signed at 5 p.m. sharp!',
      'Did it help?',
    ]);
  });

  it('run over the line breaks of a paragraph and stop at an empty line', () => {
    const text =
      'The harbour was closed for three days because of\nthe storm. Ships waited outside.\n\nA heading\n\nNext day.';
    expect(texts(text)).toEqual([
      'The harbour was closed for three days because of the storm.',
      'Ships waited outside.',
      'A heading',
      'Next day.',
    ]);
  });

  it('are cut at 1,000 characters where no space is, between whole signs', () => {
    for (const sign of ['x', 'e\u0301', '\u{20000}', '\u0915\u094d\u0937\u093f']) {
      const text = sign.repeat(2600 / sign.length);
      const spans = sentencesOf(readSource(text)).map(({ span }) => span);
      expect(spans.map(({ start, end }) => end - start)).toEqual([1000, 1000, 600]);
    }
    const shifted = sentencesOf(readSource(`x${'e\u0301'.repeat(900)}`)).map(({ span }) => span.end);
    expect(shifted).toEqual([999, 1801]);
    expect(texts(`The oak is ${'x'.repeat(2000)}.`).every((one) => one.length <= 1000)).toBe(true);
  });

  it('keep their place in the text', () => {
    const source = readSource('One here. Two  there.');
    expect(sentencesOf(source).map(({ span }) => source.text.slice(span.start, span.end))).toEqual([
      'One here.',
      'Two  there.',
    ]);
  });

  it('end at full stops of Chinese and Japanese texts', () => {
    expect(texts('今日は晴れ。明日は雨。')).toEqual(['今日は晴れ。', '明日は雨。']);
  });

  it('can be read one by one and found again by their place', () => {
    const source = readSource('One\nhere  is. Two is there. Three.');
    const [first, second] = eachSentence(source).take(2);
    expect([first?.text, second?.text]).toEqual(['One here is.', 'Two is there.']);
    expect(sentenceAt(source, second?.span ?? { start: 0, end: 0 })).toEqual(second);
  });
});
