import { expect, test } from 'vitest';
import { isOfFiles } from './pasted-files.ts';

interface Clipboard {
  files: readonly string[];
  text?: string;
  html?: string;
}

const isTaken = ({ files, text = '', html = '' }: Clipboard) =>
  isOfFiles(
    { files: files.map((name) => ({ name })), getData: (type) => (type === 'text/html' ? html : text) },
    text,
  );

const picture = '<meta charset="utf-8"><img src="https://example.com/a.png" alt="A chart">';
const cells = '<table><tr><td>Total</td><td>12</td></tr></table>';

/** The data that browsers provide for the copied content. */
const ofFiles: Readonly<Record<string, Clipboard>> = {
  'a screenshot': { files: ['image.png'] },
  'a file in the Explorer of Windows': { files: ['server.log'] },
  'a file in the Finder of macOS': { files: ['server.log'], text: 'server.log' },
  'several files in the Finder': { files: ['a.png', 'b 2.txt'], text: 'a.png\nb 2.txt' },
  'a file whose name is decomposed': {
    files: ['Ubersicht.pdf'.replace('U', 'U\u{308}')],
    text: 'Übersicht.pdf',
  },
  'a file in Nautilus': { files: ['a b.png'], text: 'file:///home/ada/a%20b.png\n' },
  'a file in Dolphin': { files: ['a b.png'], text: '/home/ada/a b.png' },
  'a file in an older Nautilus': {
    files: ['a.png'],
    text: 'x-special/nautilus-clipboard\ncopy\nfile:///home/ada/a.png\n',
  },
  'a file, as its path of Windows': { files: ['a.png'], text: 'C:\\Users\\ada\\a.png' },
  'a file in Hebrew': { files: ['צילום מסך.png'], text: 'צילום מסך.png' },
  'a picture of a page': { files: ['image.png'], html: picture },
  'a picture of a page, with its address': {
    files: ['image.png'],
    html: `<html><body>\n<!--StartFragment-->${picture}<!--EndFragment-->\n</body></html>`,
    text: 'https://example.com/a.png',
  },
  'a picture of a document': {
    files: ['image.png'],
    html: '<html><style>p { margin: 0 }</style><p><img src="file:///a.png">&nbsp;</p></html>',
    text: ' ',
  },
};

const ofText: Readonly<Record<string, Clipboard>> = {
  'cells of a spreadsheet': { files: ['image.png'], html: cells, text: 'Total\t12' },
  'a cell that has the name of a file': { files: ['image.png'], html: cells, text: 'image.png' },
  'a text of a document': {
    files: ['image.png'],
    html: '<p>See below<img src="file:///a.png"></p>',
    text: 'See below',
  },
  'a part of a page with a picture': {
    files: ['a.png'],
    html: `<p>As here:</p>${picture}`,
    text: 'As here:',
  },
  'a text of its own': { files: ['a.png'], text: 'The file a.png is broken' },
};

for (const [what, clipboard] of Object.entries(ofFiles))
  test(`pasting ${what} uploads it`, () => {
    expect(isTaken(clipboard)).toBe(true);
  });

for (const [what, clipboard] of Object.entries(ofText))
  test(`pasting ${what} pastes the text`, () => {
    expect(isTaken(clipboard)).toBe(false);
  });

test('a paste of any length is examined quickly', () => {
  const start = performance.now();
  for (const piece of ['<', '<!--', '<img ', '&nbsp;', '/', 'file:///a\n'])
    isTaken({ files: ['a'], html: `<img>${piece.repeat(100_000)}x`, text: piece.repeat(100_000) });
  expect(performance.now() - start).toBeLessThan(1000);
});
