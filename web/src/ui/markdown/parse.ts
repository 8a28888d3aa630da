import MarkdownIt, { type StateInline, type Token } from 'markdown-it';
import { fileTarget } from './file-target.ts';
import { maxHighlighted } from './languages.ts';

/** A part of a text: characters, or an element named after its token. */
export type MarkdownNode = string | MarkdownElement;

export interface MarkdownElement {
  /** markdown-it's token names, such as `fence` and `link`; `bug`, `mention` and `source` are ours. */
  readonly name: string;
  readonly children: MarkdownNode[];
  /** The URL of a link or an image, the language of a code block, the number of a bug. */
  readonly value: string;
  /** The level of a heading, the start of an ordered list. */
  readonly start: number;
  /** The alignment of a cell. */
  readonly align: 'left' | 'center' | 'right' | undefined;
  /** The paragraph of a tight list, which has no element of its own. */
  readonly isHidden: boolean;
  /** The box of a task list item, with its zero-based line. */
  task?: { readonly line: number; readonly isDone: boolean };
}

export interface ParsedText {
  readonly nodes: readonly MarkdownNode[];
  /** The rest after the formatted part, if a text has more than `maxElements`. */
  readonly rest: string | undefined;
}

/** Beyond these limits, a text, or the part of it that exceeds them, is shown as typed. Deep trees crash browsers. */
export const maxElements = 6_000;
export const maxDepth = 32;
/** The number of elements that a code block counts as, with its button. */
const codeElements = 20;
/** The maximum number of bugs and people recognised in a text. */
export const maxReferences = 500;
/** The maximum number of files shown by a text. */
export const maxFiles = 100;

/**
 * The schemes that links can have, apart from file URLs. Browsers resolve `https:` without slashes as a path on the
 * page's own origin.
 */
const linkable = /^(?:https?:\/\/|mailto:)/i;
/** Not within a word, a URL or an entity. */
const bugNumber = /(?<![\p{L}\p{N}_&#/])#([1-9]\d{0,9})(?![\p{L}\p{N}_])/u;
/** The characters with a meaning in a regular expression. */
const special = /[\\^$.*+?()[\]{}|/]/g;
const box = /^\[([ xX])\][ \t]/;

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

/** Parses a text into a tree of bounded size and depth. `names` are those of the users it may mention. */
export function parseMarkdown(text: string, names: readonly string[] = []): ParsedText {
  const lines = text.split(/\r\n?|\n/);
  const source = (from: number, to?: number) => lines.slice(from, to).join('\n');
  const references = referencesIn(names);
  const nodes: MarkdownNode[] = [];
  let left = maxElements;
  let rest: string | undefined;
  for (const block of blocksOf(tokensOf(text, lines))) {
    const [from, to] = block[0]?.map ?? [0, lines.length];
    left -= countElements(block);
    if (left < 0) {
      rest = source(from);
      break;
    }
    nodes.push(
      isTooDeep(block) ? element('source', { children: [source(from, to)] }) : treeOf(block, references),
    );
  }
  // Only link definitions, or marks without a text.
  if (rest === undefined && text.trim() !== '' && !nodes.some(isVisible)) rest = text;
  return { nodes: rest === text ? [] : nodes, rest };
}

const delimiterRow = /^[\s>|:+*\d.)-]*-[\s|:-]*$/;

/**
 * The text's tokens, without tables that have more cells than the limit of elements: they are slow, and would not be
 * shown.
 */
function tokensOf(text: string, lines: readonly string[]): readonly Token[] {
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

/** The tokens of each block of the text. */
function* blocksOf(tokens: readonly Token[]): Generator<readonly Token[]> {
  let start = 0;
  for (const [at, token] of tokens.entries()) {
    if (token.level > 0 || token.nesting > 0) continue;
    yield tokens.slice(start, at + 1);
    start = at + 1;
  }
}

function countElements(block: readonly Token[]): number {
  let count = 0;
  for (const { type, nesting, children } of block) {
    if (nesting >= 0) count += type === 'fence' || type === 'code_block' ? codeElements : 1;
    for (const child of children ?? []) if (child.nesting >= 0 && child.tag !== 'br') count += 1;
  }
  return count;
}

/** The library omits the content of containers at its nesting limit. */
function isTooDeep(block: readonly Token[]): boolean {
  return block.some(
    ({ type, level, children }) =>
      (/^(?:blockquote|list_item)_open$/.test(type) && level >= maxDepth - 1) ||
      children?.some((child) => child.level >= maxDepth),
  );
}

interface References {
  left: number;
  /** The number of files that may still be shown. */
  files: number;
  /** The number of characters of code that may still have a language. */
  code: number;
  readonly pattern: RegExp;
}

function referencesIn(names: readonly string[]): References {
  const longestFirst = names.filter((name) => name !== '').toSorted((a, b) => b.length - a.length);
  const people = longestFirst.map((name) => name.replaceAll(special, '\\$&')).join('|');
  const mention = `(?<![\\p{L}\\p{N}_@])@(${people})(?![\\p{L}\\p{N}_])`;
  const source = people === '' ? bugNumber.source : `${bugNumber.source}|${mention}`;
  return {
    left: maxReferences,
    files: maxFiles,
    code: maxHighlighted.text,
    pattern: new RegExp(source, 'gu'),
  };
}

function treeOf(block: readonly Token[], references: References): MarkdownElement {
  const root = element('root');
  const open: MarkdownElement[] = [root];
  let links = 0;
  const add = (token: Token) => {
    const parent = open.at(-1) ?? root;
    if (token.type.startsWith('link_')) links += token.nesting;
    if (token.nesting < 0) open.pop();
    else if (token.type === 'inline') {
      const content = taskOf(token, open) ? token.children?.map(withoutBox) : token.children;
      for (const child of content ?? []) add(child);
    } else if (token.type === 'text') addText(parent, token.content, links > 0 ? undefined : references);
    else if (token.type === 'text_special') addText(parent, token.content);
    else if (token.tag === 'br') addText(parent, `\n${token.content}`);
    else {
      const child = elementOf(token, references);
      parent.children.push(child);
      if (token.nesting > 0) open.push(child);
    }
  };
  for (const token of block) add(token);
  const [first] = root.children;
  return typeof first === 'object' ? first : root;
}

/** Records the box of a list item. Returns whether the following text begins with one. */
function taskOf(token: Token, open: readonly MarkdownElement[]): boolean {
  const item = open.at(-2);
  if (item?.name !== 'list_item' || item.children.length > 1 || open.at(-1)?.name !== 'paragraph')
    return false;
  const mark = box.exec(token.content)?.[1];
  // Not `[x](address)` or `[x]` with a definition.
  if (mark === undefined || !token.children?.[0]?.content.startsWith('[')) return false;
  item.task = { line: token.map?.[0] ?? 0, isDone: mark !== ' ' };
  return true;
}

function withoutBox(token: Token, index: number): Token {
  if (index === 0) token.content = token.content.slice(3).trimStart();
  return token;
}

/** Whether code may keep its language, which is what triggers highlighting. */
function keepsLanguage({ info, content }: Token, references: References): boolean {
  // A long log leaves budget for the blocks after it.
  if (info !== '' && content.length <= maxHighlighted.block) references.code -= content.length;
  return references.code >= 0;
}

/** The URL of a link or an image; none for a file beyond the maximum number. */
function targetOf(address: string, references: References): string {
  if (!fileTarget.test(address)) return address;
  references.files -= 1;
  return references.files < 0 ? '' : address;
}

function elementOf(token: Token, references: References): MarkdownElement {
  const attribute = (name: string) => String(token.attrGet(name) ?? '');
  const hasLanguage = keepsLanguage(token, references);
  const target = targetOf(attribute('href') || attribute('src'), references);
  const name = token.type.replace(/_open$/, '');
  return element(name, {
    children: token.type === 'image' ? [altOf(token)] : token.content === '' ? [] : [token.content],
    value: target || (hasLanguage ? (/\S+/.exec(token.info)?.[0] ?? '') : ''),
    start: name === 'heading' ? Number(token.tag.slice(1)) : Number(attribute('start') || 1),
    align: /left|center|right/.exec(attribute('style'))?.[0] as MarkdownElement['align'],
    isHidden: token.hidden,
  });
}

/** The text of an image's description, without its marks. */
function altOf({ children }: Token): string {
  return (children ?? [])
    .map((child) => (child.type === 'image' ? altOf(child) : child.tag === 'br' ? ' ' : child.content))
    .join('');
}

function addText(parent: MarkdownElement, text: string, references?: References): void {
  let from = 0;
  for (const match of references && references.left > 0 ? text.matchAll(references.pattern) : []) {
    const [typed, number, person] = match;
    if (!references || references.left === 0) break;
    references.left -= 1;
    append(parent, text.slice(from, match.index));
    parent.children.push(
      element(person === undefined ? 'bug' : 'mention', { children: [typed], value: number ?? person ?? '' }),
    );
    from = match.index + typed.length;
  }
  append(parent, text.slice(from));
}

/** Merges adjacent texts. */
function append({ children }: MarkdownElement, text: string): void {
  const last = children.at(-1);
  if (typeof last === 'string') children[children.length - 1] = last + text;
  else if (text !== '') children.push(text);
}

function element(name: string, parts: Partial<MarkdownElement> = {}): MarkdownElement {
  return { name, children: [], value: '', start: 1, align: undefined, isHidden: false, ...parts };
}

function isVisible(node: MarkdownNode): boolean {
  if (typeof node === 'string') return node.trim() !== '';
  return node.name === 'hr' || node.name === 'image' || node.children.some(isVisible);
}
