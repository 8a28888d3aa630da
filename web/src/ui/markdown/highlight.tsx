import bash from 'highlight.js/lib/languages/bash';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';
import { createElement, Fragment, type ReactNode } from 'react';

const lowlight = createLowlight({
  bash,
  cpp,
  csharp,
  css,
  diff,
  go,
  java,
  javascript,
  json,
  python,
  rust,
  sql,
  typescript,
  xml,
  yaml,
});

type Content = ReturnType<typeof lowlight.highlight>['children'][number];

/** Code with its parts in elements whose classes name what they are (`hljs-keyword`). */
export function highlight(code: string, language: string): ReactNode {
  return elementsFor(lowlight.highlight(language, code).children);
}

/** As they stand: parts of a code that has been parsed need no keys. */
function elementsFor(parts: readonly Content[]): ReactNode {
  return createElement(Fragment, null, ...parts.map(elementFor));
}

function elementFor(part: Content): ReactNode {
  if (part.type === 'text') return part.value;
  if (part.type !== 'element') return null;
  const { className } = part.properties;
  const name = Array.isArray(className) ? className.join(' ') : '';
  return <span className={name}>{elementsFor(part.children)}</span>;
}
