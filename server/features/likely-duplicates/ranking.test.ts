import { describe, expect, test } from 'vitest';
import { rank } from './ranking.ts';

const weighted = (...texts: string[]) => texts.map((text) => ({ text, inTitle: true, weight: 2 }));
const bug = (number: number, title: string, description = '') => ({ number, title, description });
const order = (title: string, terms: string[], ...bugs: ReturnType<typeof bug>[]) =>
  rank({ title, description: '' }, weighted(...terms), bugs).map(({ number }) => number);

describe('ranking', () => {
  test('puts bugs with more of the words first, and the newest of equal ones', () => {
    const both = bug(1, 'menu stays open');
    expect(order('Menu open', ['menu', 'open'], bug(2, 'menu'), both, bug(3, 'menu'))).toEqual([1, 3, 2]);
  });

  test('values a word in the title more than one in the description', () => {
    const inText = bug(2, 'nothing else', 'the menu');
    expect(order('menu', ['menu'], inText, bug(1, 'the menu', 'nothing else'))).toEqual([1, 2]);
  });

  test('values a rare word more than a common one', () => {
    const terms = [
      { text: 'menu', inTitle: true, weight: 1 },
      { text: 'acrylic', inTitle: true, weight: 8 },
    ];
    const ranked = rank({ title: 'menu acrylic', description: '' }, terms, [
      bug(2, 'menu'),
      bug(1, 'acrylic'),
    ]);
    expect(ranked.map(({ number }) => number)).toEqual([1, 2]);
  });

  test('values the beginning of a word more than its inside', () => {
    expect(order('tab', ['tab'], bug(2, 'stable one'), bug(1, 'tabs open'))).toEqual([1, 2]);
  });

  test('names the words that matched, the most important first', () => {
    const terms = [
      { text: 'menu', inTitle: false, weight: 1 },
      { text: 'acrylic', inTitle: true, weight: 8 },
      { text: 'absent', inTitle: true, weight: 8 },
    ];
    const [found] = rank({ title: 'acrylic', description: 'menu' }, terms, [bug(1, 'menu of acrylic')]);
    expect(found?.words).toEqual(['acrylic', 'menu']);
  });

  test('leaves out bugs that have few words of the draft', () => {
    const terms = weighted(
      'menu',
      'acrylic',
      'zebra',
      'window',
      'focus',
      'blur',
      'panel',
      'theme',
      'colour',
      'depth',
    );
    expect(rank({ title: 'x', description: '' }, terms, [bug(1, 'other', 'a menu')])).toEqual([]);
    expect(rank({ title: 'x', description: '' }, [], [bug(1, 'menu')])).toEqual([]);
    expect(rank({ title: '', description: '' }, weighted('menu'), [])).toEqual([]);
  });
});
