import { describe, expect, it } from 'vitest';
import { isSameLanguage, languageOf } from './languages.ts';

describe('languageOf', () => {
  it.each([
    ['German', 'de'],
    ['  german ', 'de'],
    ['Deutsch', 'de'],
    ['\u65e5\u672c\u8a9e', 'ja'],
    ['Brazilian Portuguese', 'pt-BR'],
    ['Chinese (Simplified)', 'zh-Hans'],
    ['English (whatever)', 'en'],
    ['Farsi', 'fa'],
    ['Klingonese', undefined],
    ['', undefined],
    ['x'.repeat(100_000), undefined],
  ])('%s', (name, tag) => {
    expect(languageOf(name)?.tag).toBe(tag);
  });

  it('tells whether two names mean one language', () => {
    expect(isSameLanguage('Portuguese', 'Brazilian Portuguese')).toBe(true);
    expect(isSameLanguage('German', 'Dutch')).toBe(false);
    expect(isSameLanguage('Elvish', 'Elvish')).toBe(false);
  });
});
