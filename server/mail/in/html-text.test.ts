import { expect, test } from 'vitest';
import { htmlToText, maxHtml } from './html-text.ts';

test.each([
  [
    'paragraphs and lines',
    '<p>One\n <b>two</b></p><div>three<br>four</div><div><br></div>five',
    'One two\n\nthree\nfour\n\nfive',
  ],
  [
    'no styles, scripts and comments',
    '<title>x</title><style>p{}</style>a<!-- b --><script>c()</script>d',
    'ad',
  ],
  ['entities', 'a&nbsp;&lt;b&gt; &amp;amp; &#x1F600;', 'a <b> &amp; 😀'],
  [
    'lists with their numbers',
    '<ol start="3"><li>a</li><li>b<ul><li>c</ul></li></ol>d',
    '3. a\n4. b\n   - c\n\nd',
  ],
  ['code', '<p>Run:</p><pre>if  (a) {\n\n}</pre>', 'Run:\n\n```\nif  (a) {\n\n}\n```'],
  ['code with fences', '<pre>```\na</pre>', '````\n```\na\n````'],
  ['plain text in HTML', '<pre wrap="">One  \n two</pre>', 'One\n two'],
  ['rows of tables', '<table><tr><td>a<td>b</tr><tr><td>c</td><td>d</table>', 'a | b\nc | d'],
  [
    'quotes',
    'No.<blockquote><p>a</p><p>b</p><blockquote>c</blockquote></blockquote>d',
    'No.\n\n> a\n>\n> b\n\n> > c\n\nd',
  ],
  [
    'the addresses of links that do not show them',
    '<a href="https://evil.example/?a=1&amp;b">Open the bug</a>, <a href="http://a.example/">a.example</a> <a href="mailto:a@b.c">Ann</a>',
    'Open the bug (https://evil.example/?a=1&b), a.example Ann',
  ],
])('keeps %s', (_, html, text) => {
  expect(htmlToText(html)).toBe(text);
});

test('HTML is read up to the limit, not counting styles, comments and addresses', () => {
  const around = `<style>${'p{}'.repeat(maxHtml)}</style><!--${'x'.repeat(maxHtml)}--><a href="${'y'.repeat(maxHtml)}">a</a>`;
  expect(htmlToText(`${around}b`)).toBe('ab');
  expect(htmlToText('<p>x</p>'.repeat(maxHtml)).length).toBeLessThanOrEqual(maxHtml);
});

test.each([
  ['<a href="'],
  ['<a href="x'],
  ['<b><div>'],
  ['<blockquote>x'],
  ['<ul><li>x'],
  ['<!-- '],
  ['<![CDATA['],
  ['<'],
  ['&am'],
  ['<a b=1 '],
  ['</b>'],
  ['<pre>`'],
  ['<td>x'],
  ['<style>'],
  [' '],
])('takes time in proportion to the HTML: %s', (part) => {
  const start = process.cpuUsage();
  htmlToText(part.repeat(1_000_000 / part.length));
  // Takes some 0.1 s; quadratic work would take minutes.
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(5_000);
});
