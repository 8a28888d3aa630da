import fc from 'fast-check';
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
    'No.\n\n> a\n>\n> b\n>\n> > c\n\nd',
  ],
  [
    'the addresses of links that do not show them',
    '<a href="https://evil.example/?a=1&amp;b">Open the bug</a>, <a href="http://a.example/">a.example</a> <a href="mailto:a@b.c?subject=x">Ann</a> <a href="mailto:a@b.c">A@b.c</a>',
    'Open the bug (https://evil.example/?a=1&b), a.example Ann (a@b.c) A@b.c',
  ],
  [
    'the addresses to which links redirect',
    '<a href="https://safelinks.example/?url=https%3A%2F%2Fa.example%2Fx&data=1">https://a.example/x</a> <a href="https://a.example/?b.c">b.c</a>',
    'https://a.example/x b.c',
  ],
  [
    'indentation that is no quote',
    '<blockquote style="margin:0 0 0 40px;border:none;padding:0px">a<blockquote class="gmail_quote" style="border:none">b</blockquote></blockquote>x<blockquote style="border:none;border-left:solid">c</blockquote>',
    'a\n\n> b\n\nx\n\n> c',
  ],
  [
    'items with paragraphs',
    '<ol><li><p>a</p></li><li><p>b</p><p>c</p></li><li><div>d</div></li></ol>',
    '1. a\n2. b\n\n   c\n3. d',
  ],
  ['lists that follow another', '<ol><li>a</ol><ol><li>b<li value="5">c</ol>', '1. a\n\n1) b\n5. c'],
  [
    'letters, and numbers that go down',
    '<ol type="a"><li>x<li>y</ol>z<ol reversed start="2"><li>x<li>y</ol>',
    'a. x\nb. y\n\nz\n\n2. x\n1) y',
  ],
  [
    'code and quotes in lists',
    '<ul><li>a<pre>b\n c</pre><li>d<blockquote>e</blockquote></ul>',
    '- a\n\n  ```\n  b\n   c\n  ```\n- d\n\n  > e',
  ],
  ['lists in quotes', '<blockquote><ul><li>a<ul><li>b</ul></ul></blockquote>', '> - a\n>   - b'],
  [
    'code in lines',
    'a <code>b</code>, <tt>c `d`</tt> <code> </code>e<code>f<br>g</code>',
    'a `b`, `` c `d` `` e\n\n```\nf\ng\n```',
  ],
  ['code side by side', '<code>a</code><code>b</code>', '`a` `b`'],
  [
    'code of editors',
    '<div style="font-family: Menlo, monospace; white-space: pre;"><div>a</div><div>  b</div></div>c',
    '```\na\n  b\n```\n\nc',
  ],
  [
    'white space where a style says so',
    '<p style="white-space:pre-wrap">a\n  b\n\nc</p><p>d\ne',
    'a\n\u00a0\u00a0b\n\nc\n\nd e',
  ],
  ['indentation', '<div>a</div><div>&nbsp; &nbsp; b&nbsp; c</div>', 'a\n\u00a0\u00a0\u00a0\u00a0b c'],
  [
    'empty lines',
    '<div>a</div><div>&nbsp;</div><div>b</div><p style="margin: 0">c</p><p style="margin:0px">d',
    'a\n\nb\nc\nd',
  ],
  ['headings', '<h1>a</h1><h3>b</h3><h2></h2>c', '# a\n\n### b\n\nc'],
  ['text that looks like a heading', '# a<br>b<br>===<br>#1', '\\# a\nb\n\n===\n#1'],
  [
    'tables with headings',
    '<table><tr><th>a<th>b|c</tr><tr><td><p>d</p></td><td></td></tr></table>',
    '| a | b\\|c |\n| --- | --- |\n| d |  |',
  ],
  [
    'tables with borders, in a list',
    '<ul><li><table border="1"><tr><td>a<td>b<tr><td>c<br>d<td>e</table></ul>',
    '- | a | b |\n  | --- | --- |\n  | c d | e |',
  ],
  [
    'rows of different length',
    '<table border="1"><tr><td>a<td>b<tr><td colspan="2">c<tr><td>d</table>',
    'a | b\nc\nd',
  ],
  ['text between cells', '<table border="1"><tr>a<td>b<td>c</tr></table>', 'a\nb\nc'],
  [
    'layout in tables',
    '<table><tr><td></td><td><table><tr><td><p>a</p><p>b</p></td><td>c</td></tr></table></td><td>d</td></tr></table><table role="presentation"><tr><td>e</td><td>f</td></tr></table>',
    'a\n\nb\n\nc\n\nd\n\ne\nf',
  ],
  [
    'no hidden elements',
    '<div style="display:none">a<div>b</div>c</div>d<p hidden>e<p>f<span style="max-height:0px">g</span>',
    'd\n\nf',
  ],
  ['all, if a hidden element has no end', 'a<div style="display:none">b', 'a\nb'],
  ['emoji that are pictures', 'a <img alt="👍"><img alt="Logo">', 'a 👍'],
  [
    'paragraphs and lists of Word',
    `<p class="MsoNormal">a</p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><p class="MsoNormal">b</p>${[
      [1, '1.', 'c'],
      [2, 'a)', 'd'],
      [1, '2.', 'e'],
      [1, '\u00b7', 'f'],
    ]
      .map(
        ([level, mark, text]) =>
          `<p class="MsoListParagraph" style="margin:0;mso-list:l0 level${level} lfo1"><![if !supportLists]><span style="mso-list:Ignore">${mark}<span>&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>`,
      )
      .join('')}<p class="MsoNormal">g</p>`,
    'a\n\nb\n\n1. c\n   a) d\n2. e\n- f\n\ng',
  ],
  [
    'text in the place of a mark',
    '<p style="mso-list:l0 level1"><span style="mso-list:ignore">a longer text<p>b',
    '- a longer text\n\nb',
  ],
  ['words with joiners, and no padding', 'می&zwnj;خواهم <p>&zwnj;&nbsp;&zwnj;</p>', 'می\u200cخواهم'],
])('keeps %s', (_, html, text) => {
  expect(htmlToText(html)).toBe(text);
});

test('no word is lost or moved, however elements are nested', () => {
  const tags = 'p div ol ul li table tr td th caption blockquote pre code br hr h1 span a'.split(' ');
  const special = [
    '<table border="1">',
    '<p class="MsoNormal">',
    '<p style="mso-list:l0 level2">',
    '<div style="white-space:pre;font-family:Menlo">',
  ];
  const tag = fc.constantFrom(...tags.flatMap((name) => [`<${name}>`, `</${name}>`]), ...special);
  fc.assert(
    fc.property(fc.array(fc.oneof(tag, fc.constantFrom('ж', ' ж ', 'ж\n', '|', '&nbsp;ж'))), (parts) => {
      const html = parts.map((part, at) => part.replace('ж', `ж${at}.`)).join('');
      expect(htmlToText(html).match(/ж\d+\./gu)).toEqual(html.match(/ж\d+\./gu));
    }),
    { numRuns: 2_000 },
  );
});

test('HTML is read up to the limit, not counting styles, comments and addresses', () => {
  const around = `<style>${'p{}'.repeat(maxHtml)}</style><!--${'x'.repeat(maxHtml)}--><a href="${'y'.repeat(maxHtml)}">a</a>`;
  expect(htmlToText(`${around}b`)).toBe('ab');
  expect(htmlToText('<p>x</p>'.repeat(maxHtml)).length).toBeLessThanOrEqual(maxHtml);
});

test.each([
  ['an element named like a property of objects', '<constructor a="b">Text</constructor>', 'Text'],
  [
    'a long address within which a character is cut',
    `<a href="https://a.example">${'.'.repeat(2_000)}😀</a>`,
    `${'.'.repeat(2_000)}😀 (https://a.example)`,
  ],
])('reads %s', (_, html, text) => {
  expect(htmlToText(html)).toBe(text);
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
  ['<table><tr><td>x'],
  ['<table border=1><tr><th>x<td>|'],
  ['<tr><td>x<td>'],
  ['<ol><li><blockquote>x</ol>'],
  ['<ol><li>x</ol></blockquote>'],
  ['<div style="display:none">x'],
  ['<p style="mso-list:l0 level9"><span style="mso-list:ignore">1.'],
  ['<code>`'],
  ['<code>x<br>'],
  ['<p style="white-space:pre">x\n '],
  ['&nbsp; '],
  ['&zwnj;'],
  ['<style>'],
  [' '],
])('takes time in proportion to the HTML: %s', (part) => {
  const start = process.cpuUsage();
  htmlToText(part.repeat(1_000_000 / part.length));
  // Takes some 0.1 s; quadratic work would take minutes.
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(5_000);
});
