import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { highlight } from './highlight.tsx';

test('the parts of code are in elements with their classes', () => {
  expect(renderToStaticMarkup(highlight('let a = "<b>";', 'javascript'))).toBe(
    '<span class="hljs-keyword">let</span> a = <span class="hljs-string">&quot;&lt;b&gt;&quot;</span>;',
  );
  expect(renderToStaticMarkup(highlight('<script>let a;</script>', 'xml'))).toContain('hljs-keyword');
});

test.each([
  ['deep', 'javascript', '`${', 100],
  ['deep', 'python', "f'{", 100],
  ['deep', 'bash', '"$(', 100],
  ['deep', 'rust', '/*', 100],
  ['deep', 'javascript', '`${', 1_500],
  ['large', 'json', '1,', 2_500],
  ['of many languages', 'xml', '<script>', 4],
  ['of many languages', 'xml', '<STYLE>', 600],
  ['of many languages', 'javascript', '<script>', 4],
  ['long', 'sql', 'select 1; ', 501],
  ['of no known language', 'cobol', 'MOVE', 1],
])('code that is %s stays plain: %s with %j x %i', (_, language, part, times) => {
  const code = part.repeat(times);
  expect(highlight(code, language)).toBe(code);
});
