import { bugNumbersIn, mentionFinder, ownersOf } from './mentions.ts';
import { maxDepth, maxElements, type Token, tokensOf } from './markdown-tokens.ts';
import { fileTarget, maxHighlighted } from './shown-text.ts';

/** A part of a text: characters, or an element named after its token. */
export type MarkdownNode = string | MarkdownElement;

export interface MarkdownElement {
  /** markdown-it's token names, such as `fence` and `link`; `bug`, `mention` and `source` are ours. */
  readonly name: string;
  readonly children: MarkdownNode[];
  /** The URL of a link or an image, the language of a code block, the number of a bug, the name of a mentioned person. */
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

interface ParsedText {
  readonly nodes: readonly MarkdownNode[];
  /** The rest after the formatted part, if a text has more than `maxElements`. */
  readonly rest: string | undefined;
}

/** The number of elements that a code block counts as, with its button. */
const codeElements = 20;
/** The maximum number of bugs and people recognised in a text. */
export const maxReferences = 500;
/** The maximum number of files shown by a text. */
export const maxFiles = 100;

/** A line that begins with a quotation mark, also within a list. Markdown also quotes the next line, without a mark. */
const quotedLine = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*>/;
const box = /^\[([ xX])\][ \t]/;

/** Parses a text into a tree of bounded size and depth. `people` are the users it mentions: their present names by each of their names in the text. */
export function parseMarkdown(text: string, people: ReadonlyMap<string, string> = new Map()): ParsedText {
  return parse(text, mentionFinder(ownersOf(people)));
}

/**
 * Returns the runs of shown text in which an `@` may mention someone. They have no code, addresses, quotations or
 * escaped characters.
 */
export function proseOf(text: string): readonly string[] {
  const runs: string[] = [];
  parse(text, (run) => {
    runs.push(run);
    return [];
  });
  return runs;
}

function parse(text: string, mentionsIn: References['mentionsIn']): ParsedText {
  const lines = text.split(/\r\n?|\n/);
  const source = (from: number, to?: number) => lines.slice(from, to).join('\n');
  const references = { left: maxReferences, files: maxFiles, code: maxHighlighted.text, lines, mentionsIn };
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
  // The text has only link definitions, or marks without text.
  if (rest === undefined && text.trim() !== '' && !nodes.some(isVisible)) rest = text;
  return { nodes: rest === text ? [] : nodes, rest };
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
  readonly lines: readonly string[];
  readonly mentionsIn: ReturnType<typeof mentionFinder<string>>;
}

/** The elements around a part of a text. */
class Surroundings {
  #quotes = 0;
  #links = 0;
  #addresses = 0;
  #line = 0;

  enter({ type, nesting, info, tag, map }: Token): void {
    if (type === 'inline') this.#line = map?.[0] ?? 0;
    else if (tag === 'br') this.#line += 1;
    else if (tag === 'blockquote') this.#quotes += nesting;
    else if (tag === 'a') {
      this.#links += nesting;
      if (info === 'auto') this.#addresses += nesting;
    }
  }

  /** What is recognised here: `lines` are those of the text. */
  recognised(lines: readonly string[]): { bugs: boolean; people: boolean } {
    const isQuoted = this.#quotes > 0 && quotedLine.test(lines[this.#line] ?? '');
    return { bugs: this.#links === 0, people: this.#addresses === 0 && !isQuoted };
  }
}

function treeOf(block: readonly Token[], references: References): MarkdownElement {
  const root = element('root');
  const open: MarkdownElement[] = [root];
  const around = new Surroundings();
  const add = (token: Token) => {
    const parent = open.at(-1) ?? root;
    around.enter(token);
    if (token.nesting < 0) open.pop();
    else if (token.type === 'inline') {
      const content = taskOf(token, open) ? token.children?.map(withoutBox) : token.children;
      for (const child of content ?? []) add(child);
    } else if (token.type === 'text')
      addText(parent, token.content, references, around.recognised(references.lines));
    else if (token.type === 'text_special') append(parent, token.content);
    else if (token.tag === 'br') append(parent, `\n${token.content}`);
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

function addText(
  parent: MarkdownElement,
  text: string,
  references: References,
  { bugs, people }: { bugs: boolean; people: boolean },
): void {
  const numbers = bugs ? bugNumbersIn(text) : [];
  const mentions = people ? references.mentionsIn(text) : [];
  const found = [
    ...numbers.map((one) => ({ ...one, name: 'bug' })),
    ...mentions.map(({ index, typed, person }) => ({
      name: 'mention',
      index,
      typed: `@${typed}`,
      value: person,
    })),
  ];
  let from = 0;
  for (const { name, index, typed, value } of found.toSorted((a, b) => a.index - b.index)) {
    // A number within a mentioned name is part of the name.
    if (index < from) continue;
    if (references.left === 0) break;
    references.left -= 1;
    append(parent, text.slice(from, index));
    parent.children.push(element(name, { children: [typed], value }));
    from = index + typed.length;
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
