import MarkdownIt, { type StateInline, type Token } from 'markdown-it';
import { fileTarget } from './shown-text.ts';

export type { Token };

/** Beyond these limits, a text, or the part of it that exceeds them, is shown as typed. Deep trees crash browsers. */
export const maxElements = 6_000;
export const maxDepth = 32;
/**
 * The schemes that links can have, apart from file URLs. Browsers resolve `https:` without slashes as a path on the
 * page's own origin.
 */
const linkable = /^(?:https?:\/\/|mailto:)/i;
/** The parser with its rules, which tests compare with CommonMark's. */
export const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true, maxNesting: maxDepth });
// Without HTML, entities are text as well, so that reports of wrong escaping are shown as typed.
markdown.disable(['entity', 'text_join']);
// URLs are shown as typed, so that no letter can imitate another one.
markdown.normalizeLinkText = (url) => url;
markdown.validateLink = (url) => linkable.test(url) || fileTarget.test(url);
// File names look like URLs without a scheme.
markdown.linkify.set({ fuzzyLink: false }).add('ftp:', null).add('//', null);
markdown.inline.ruler.at('newline', newline);

/** Keeps a line's indentation, which the library's rule drops: stack traces and logs depend on it. */
function newline(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '\n') return false;
  let end = state.pos + 1;
  while (end < state.posMax && (state.src[end] === ' ' || state.src[end] === '\t')) end += 1;
  if (!silent) {
    state.pending = state.pending.trimEnd();
    state.push('softbreak', 'br', 0).content = state.src.slice(state.pos + 1, end);
  }
  state.pos = end;
  return true;
}

const delimiterRow = /^[\s>|:+*\d.)-]*-[\s|:-]*$/;

/**
 * The text's tokens, without tables that have more cells than the limit of elements: they are slow, and would not be
 * shown.
 */
export function tokensOf(text: string, lines: readonly string[]): readonly Token[] {
  if (!hasHugeTable(lines)) return markdown.parse(text, {});
  markdown.disable('table');
  try {
    return markdown.parse(text, {});
  } finally {
    markdown.enable('table');
  }
}

function hasHugeTable(lines: readonly string[]): boolean {
  let [columns, cells] = [0, 0];
  return lines.some((line) => {
    if (line.trim() === '') columns = 0;
    else if (line.includes('|') && delimiterRow.test(line)) {
      columns = Math.max(columns, line.split('|').length);
      cells = 0;
    }
    cells += columns;
    return columns > 0 && cells > maxElements;
  });
}
