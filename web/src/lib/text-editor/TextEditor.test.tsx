import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TextEditor } from './TextEditor.tsx';

test('a plain field reserves the space of the tabs and tools', () => {
  const shown = renderToStaticMarkup(<TextEditor label="Description" value="" onChange={() => undefined} />);
  // It contains nothing that is announced or reachable by keys.
  expect(shown).toMatch(/<div [^>]*aria-hidden="true"[^>]*><span[^>]*><\/span><span[^>]*><\/span><\/div>/);
});
