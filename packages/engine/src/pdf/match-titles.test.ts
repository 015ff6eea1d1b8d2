import { describe, expect, it } from 'vitest';
import { matchTitles } from './match-titles.ts';

describe('the title of an item', () => {
  it.each<[string, string, string]>([
    ['lines that end for want of room', 'How theestuarybreathes', 'How the estuary breathes'],
    ['lines that the author ends', 'Chapter 1The year', 'Chapter 1\nThe year'],
    ['hyphens at the end of lines', 'Donau\u00ad\u2010dampf\u00ad\u2010schiff', 'Donau\u00addampf\u00adschiff'],
    ['another case', 'STRASSE am Fluss', 'Strasse\nam Fluss'],
    ['words from right to left', 'עולם שלוםמאוד גדול', 'שלום עולם גדול מאוד'],
    ['text that is painted three times', 'OneTwoOneTwoOneTwo', 'One Two'],
    ['a line that is painted twice', 'Contents ofContents ofthis', 'Contents of this'],
    ['a line from right to left that is painted twice', 'עולם שלוםעולם שלוםמאוד גדול', 'שלום עולם גדול מאוד'],
    ['a spelling of its own', '⽇本語の見出し', '日本語の見出し'],
  ])('is that of the page for %s', (_, item, text) => {
    const title = text.replaceAll('\u00ad', '').replaceAll(/\s+/g, ' ');
    expect(matchTitles([item], ['Before', text, 'After'])).toEqual([title]);
  });

  it('has the spaces of the page where only a part of the heading is printed', () => {
    expect(matchTitles(['twowords'], ['Hidden', 'These two words here'])).toEqual(['two words']);
  });

  it('stays where no heading is known', () => {
    const items = ['BoraBora', 'noon', '', '…'];
    expect(matchTitles(items, ['Nothing', 'else', ' '])).toEqual(items.map(() => undefined));
    expect(matchTitles(items, [])).toEqual(items.map(() => undefined));
  });

  it('is not halved because its halves are alike', () => {
    expect(matchTitles(['Bora Bora', 'BoraBora'], ['Bora Bora', 'Bora Bora'])).toEqual(['Bora Bora', 'Bora Bora']);
  });

  it('follows the order of headings that differ by their spaces only', () => {
    const headings = ['now here', 'nowhere', 'now here'];
    expect(matchTitles(['nowhere', 'nowhere', 'nowhere'], headings)).toEqual(headings);
    expect(matchTitles(['nowhere', 'nowhere'], headings)).toEqual([undefined, undefined]);
  });

  it('is that of an equal heading for each of many', () => {
    expect(matchTitles(['A b', 'Ab', 'Ab'], ['A b', 'A b'])).toEqual(['A b', 'A b', 'A b']);
  });
});
