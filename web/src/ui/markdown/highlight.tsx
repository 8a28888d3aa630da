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
import { maxHighlighted } from '#contract/conversation/shown-text.ts';

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

/** Deeper or larger trees stay plain: they would exhaust a browser's stack, or take too long. */
const maxDepth = 50;
const maxNodes = 5_000;
/** Each of these tags starts the parser of another language for the rest of the text, which finds the next tag. */
const embedding = /<(?:script|style)/gi;
const maxEmbedded = 3;

/**
 * Code with its parts in elements whose classes name their kind (`hljs-keyword`). Code that is too expensive to
 * highlight is returned unchanged.
 */
export function highlight(code: string, language: string): ReactNode {
  if (code.length > maxHighlighted.block || (code.match(embedding)?.length ?? 0) > maxEmbedded) return code;
  try {
    const { children } = lowlight.highlight(language, code);
    return isModest(children) ? elementsFor(children) : code;
  } catch {
    // Legible code matters more than its colours.
    return code;
  }
}

/** Whether the tree is within its limits. Traversed level by level, since the stack may not suffice for a deep one. */
function isModest(parts: readonly Content[]): boolean {
  let count = 0;
  let level = parts;
  for (let depth = 1; level.length > 0; depth += 1) {
    count += level.length;
    if (depth > maxDepth || count > maxNodes) return false;
    level = level.flatMap((part) => (part.type === 'element' ? part.children : []));
  }
  return true;
}

/** Renders parts as arguments instead of an array: parts of parsed code need no keys. */
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
