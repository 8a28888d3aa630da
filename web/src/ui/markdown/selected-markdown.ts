import { fileIdIn } from '#contract/conversation/shown-text.ts';

/* From the elements of a rendered text back to Markdown that renders to the same elements. */

/** The frame of a rendered text. */
const frames = '[data-markdown]';

/**
 * Returns the selected part of rendered texts as Markdown, with its code, lists, links and quotes. Returns the plain
 * text of a selection without such a text, and an empty text without a selection.
 */
export function selectedMarkdown(selection: Selection | null): string {
  if (!selection || selection.rangeCount === 0) return '';
  const range = selection.getRangeAt(0);
  const { commonAncestorContainer: common } = range;
  const within = common instanceof Element ? common : common.parentElement;
  const frame = within?.closest(frames);
  const parts = frame
    ? [markdownWithin(range, frame)]
    : [...(within?.querySelectorAll(frames) ?? [])]
        .filter((one) => range.intersectsNode(one))
        .map((one) => markdownWithin(clipped(range, one), one));
  return parts.filter((part) => part !== '').join('\n\n') || selection.toString().trim();
}

function clipped(range: Range, element: Element): Range {
  const part = element.ownerDocument.createRange();
  part.selectNodeContents(element);
  if (part.comparePoint(range.startContainer, range.startOffset) === 0)
    part.setStart(range.startContainer, range.startOffset);
  if (part.comparePoint(range.endContainer, range.endOffset) === 0)
    part.setEnd(range.endContainer, range.endOffset);
  return part;
}

/** Elements that give a part of their content its meaning. */
const meaningful = new Set(['em', 'strong', 's', 'code', 'a', 'pre', 'blockquote']);
/** Elements whose meaning a selected part has only if it includes several of their items. */
const ofItems = new Set(['ul', 'ol', 'table', 'thead', 'tbody', 'tr']);

function markdownWithin(range: Range, frame: Element): string {
  const common = range.commonAncestorContainer;
  let content: Node = range.cloneContents();
  for (let outer: Node | null = common; outer && outer !== frame; outer = outer.parentNode) {
    const name = nameOf(outer);
    if (!meaningful.has(name) && !(outer === common && ofItems.has(name))) continue;
    const shell = outer.cloneNode(false);
    shell.appendChild(content);
    const root = frame.ownerDocument.createDocumentFragment();
    root.append(shell);
    content = root;
  }
  return markdownOf(content);
}

/** The content of a node, without the node itself, as Markdown. */
export function markdownOf(node: Node): string {
  return blocksOf(node).join('\n\n');
}

const nameOf = ({ nodeName }: Node) => nodeName.toLowerCase();
const elementOf = (node: Node) => (node.nodeType === 1 ? (node as Element) : undefined);
const textOf = ({ textContent }: Node) => textContent ?? '';
const isSkipped = (element: Element) =>
  ['svg', 'bdi', 'input'].includes(nameOf(element)) || element.getAttribute('role') === 'status';

const headings = new Set(['h2', 'h3', 'h4', 'h5', 'h6']);
const inlineNames = new Set(['em', 'strong', 's', 'code', 'a', 'mark', 'span', 'img', 'button', 'br']);

/** The blocks of a node; text outside of any is a paragraph. */
function blocksOf(parent: Node): string[] {
  const blocks: string[] = [];
  let inline = '';
  let list = '';
  const flush = () => {
    const text = paragraph(inline);
    if (text !== '') blocks.push(text);
    if (inline.trim() !== '') list = '';
    inline = '';
  };
  for (const node of parent.childNodes) {
    const element = elementOf(node);
    const name = nameOf(node);
    if (element && isSkipped(element)) continue;
    if (!element || inlineNames.has(name)) {
      inline += inlineOf(node);
      continue;
    }
    flush();
    // A list with the same marks as the one before it would continue that one.
    const found = name === 'ul' || name === 'ol' ? listOf(element, list === name) : blocksOfElement(element);
    list = name === list || found.length === 0 ? '' : name;
    blocks.push(...found.filter((block) => block !== ''));
  }
  flush();
  return blocks;
}

function blocksOfElement(element: Element): string[] {
  const name = nameOf(element);
  if (element.getAttribute('data-source') !== null) return [textOf(element).trim()];
  if (name === 'p') return [paragraph(inlineOfAll(element))];
  if (name === 'pre') return [fenced(textOf(element), element.getAttribute('data-language') ?? '')];
  if (name === 'hr') return ['---'];
  if (headings.has(name)) {
    const text = paragraph(inlineOfAll(element)).replaceAll('\n', ' ');
    return text === '' ? [] : [`${'#'.repeat(Number(name.slice(1)) - 1)} ${text}`];
  }
  if (name === 'blockquote') {
    const content = blocksOf(element).join('\n\n');
    return content === '' ? [] : [indented(content, '> ', '> ')];
  }
  if (name === 'tr' || name === 'table' || name === 'thead' || name === 'tbody') return tableOf(element);
  return blocksOf(element);
}

/** A text with a mark before its first line, and other characters before the others. */
function indented(text: string, first: string, others: string): string {
  const lines = text.split('\n');
  return lines.map((line, at) => `${at === 0 ? first : others}${line}`.trimEnd()).join('\n');
}

function listOf(list: Element, isNext: boolean): string[] {
  const start = Number(list.getAttribute('start') ?? 1);
  let isLoose = false;
  const items: string[] = [];
  for (const node of list.childNodes) {
    const item = elementOf(node);
    if (!item) continue;
    const children = [...item.childNodes];
    isLoose ||= children.some((child) => nameOf(child) === 'p');
    const box = children.find((child) => nameOf(child) === 'input') as HTMLInputElement | undefined;
    const content = blocksOf(item).join(isLoose ? '\n\n' : '\n');
    if (content === '') continue;
    const bullet = isNext ? '*' : '-';
    const mark = nameOf(list) === 'ol' ? `${start + items.length}${isNext ? ')' : '.'} ` : `${bullet} `;
    const task = box === undefined ? '' : `[${box.checked ? 'x' : ' '}] `;
    items.push(indented(task + content, mark, ' '.repeat(mark.length)));
  }
  return items.length === 0 ? [] : [items.join(isLoose ? '\n\n' : '\n')];
}

/** A table, or some of its rows, of which the first is then the heading. */
function tableOf(element: Element): string[] {
  const rows = rowsOf(element).filter((cells) => cells.length > 0);
  const [head] = rows;
  if (!head) return [];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const [first = '', ...others] = rows.map((cells) =>
    line(
      cells.map((cell) =>
        paragraph(inlineOfAll(cell))
          .replaceAll('\n', ' ')
          .replaceAll('|', String.raw`\|`),
      ),
    ),
  );
  const marks = head.map((cell) => delimiters[cell.getAttribute('class') ?? ''] ?? '---');
  return [[first, line(marks), ...others].join('\n')];
}

const delimiters: Readonly<Record<string, string>> = { left: ':--', center: ':-:', right: '--:' };

function rowsOf(element: Element): Element[][] {
  const children = [...element.childNodes].flatMap((node) => elementOf(node) ?? []);
  return nameOf(element) === 'tr' ? [children] : children.flatMap(rowsOf);
}

function fenced(code: string, language: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return code === '' ? '' : `${fence}${language}\n${code}\n${fence}`;
}

function inlineOfAll(parent: Node, isInLink = false): string {
  return [...parent.childNodes].map((node) => inlineOf(node, isInLink)).join('');
}

const marks: Readonly<Record<string, string>> = { em: '*', strong: '**', s: '~~' };

function inlineOf(node: Node, isInLink = false): string {
  const element = elementOf(node);
  if (!element) return node.nodeType === 3 ? escaped(textOf(node), isInLink) : '';
  const name = nameOf(element);
  if (isSkipped(element)) return '';
  if (name === 'br') return '\n';
  if (name === 'code') return codeSpan(textOf(element));
  if (name === 'img') return imageOf(element);
  if (name === 'a') return linkOf(element);
  if (name === 'button') return imagesIn(element);
  const inner = inlineOfAll(element, isInLink);
  const mark = marks[name];
  const text = inner.trim();
  if (mark === undefined || text === '') return inner;
  // With white space inside them, the marks would be text.
  const [before, after] = [inner.length - inner.trimStart().length, inner.trimEnd().length];
  return inner.slice(0, before) + mark + text + mark + inner.slice(after);
}

function codeSpan(text: string): string {
  const runs = new Set([...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  let count = 1;
  while (runs.has(count)) count += 1;
  const fence = '`'.repeat(count);
  const room = /^`|`$|^ .* $/s.test(text) && text.trim() !== '' ? ' ' : '';
  return text === '' ? '' : fence + room + text + room + fence;
}

/** The address of a file within its signed URL. */
const signedFile = /\/api\/files\/[0-9a-f-]{36}\/content(?=\?|$)/;

function targetOf(address: string): string {
  const file = signedFile.exec(address)?.[0];
  const target = file !== undefined && fileIdIn(file) !== undefined ? file : address;
  return /[()\s]/.test(target) ? `<${target}>` : target;
}

/** The images in a button, which opens them larger. The text of a button is not part of the rendered text. */
function imagesIn(node: Node): string {
  const element = elementOf(node);
  if (element && nameOf(element) === 'img') return imageOf(element);
  return [...node.childNodes].map(imagesIn).join('');
}

/** The Markdown for an image that is one of the application's files; empty for any other image. */
function imageOf(image: Element): string {
  const source = signedFile.exec(image.getAttribute('src') ?? '')?.[0];
  return source === undefined ? '' : `![${escaped(image.getAttribute('alt') ?? '', true)}](${source})`;
}

function linkOf(link: Element): string {
  const address = link.getAttribute('href') ?? '';
  const text = textOf(link);
  const isTyped = address === text || address === `mailto:${text}` || address === encodeURI(text);
  // A reference to a bug.
  if (isTyped || /^#\d+$/.test(text)) return text;
  const alt = link.getAttribute('data-image');
  if (alt !== null) return `![${escaped(alt, true)}](${targetOf(address)})`;
  const inner = inlineOfAll(link, true);
  return inner.trim() === '' || address === '' ? inner : `[${inner}](${targetOf(address)})`;
}

/** A text with all characters escaped that have a meaning within a line. In the text of a link, brackets also do. */
function escaped(text: string, isInLink: boolean): string {
  return text
    .replaceAll(/\\(?=[!-/:-@[-`{-~\n]|$)|`|<(?=[^\s<>]*>)|~(?=~)|(?<=~)~/g, String.raw`\$&`)
    .replaceAll(/(?<=\S)\*|\*(?=\S)/g, String.raw`\*`)
    .replaceAll(
      /(?<![\p{L}\p{N}\s]|^)_|_(?![\p{L}\p{N}\s]|$)|(?<=^|\s)_(?=\S)|(?<=\S)_(?=\s|$)/gmu,
      String.raw`\_`,
    )
    .replaceAll(isInLink ? /[[\]]/g : /\](?=[([])/g, String.raw`\$&`);
}

/** A paragraph, in which no line begins another block. */
function paragraph(inline: string): string {
  const lines = inline.split('\n').filter((line) => line.trim() !== '');
  return lines.map(asProse).join('\n').trim();
}

function asProse(line: string): string {
  const isRule = /^[\s|:=-]+$/.test(line) && /[-=]/.test(line);
  if (isRule || /^\s*(?:_\s*){3,}$/.test(line)) return line.replace(/[-=_]/, String.raw`\$&`);
  return line
    .replace(/^(\s*)(#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|\[(?=[^\]]+\]:))/, String.raw`$1\$2`)
    .replace(/^(\s*\d{1,9})([.)])(?=\s|$)/, String.raw`$1\$2`);
}
