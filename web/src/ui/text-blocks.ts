/** A part of a text as people type it: running text, code or a log, or a quotation. */
export interface TextBlock {
  /** The line with which it begins, counted from zero. */
  readonly at: number;
  readonly kind: 'text' | 'code' | 'quote';
  readonly text: string;
}

const openingFence = /^ {0,3}(`{3,}|~{3,})([^`]*)$/;
const closingFence = /^ {0,3}(?:`{3,}|~{3,})\s*$/;
/** What stands behind a fence and names the language of the code. */
const language = /^[\w+#.-]*$/;
const indented = /^(?: {4}|\t)/;
/** An indented item of a list is no code. */
const listItem = /^\s*(?:[-*+•]|\d+[.)])\s/;
const quoted = /^ {0,3}> ?/;

interface Block {
  readonly at: number;
  readonly kind: TextBlock['kind'];
  readonly lines: string[];
  /** What stands behind the fence, and whether another one ends the block. */
  readonly info: string;
  isClosed: boolean;
}

/** The parts of a text. Lines between fences and indented lines are code; lines that begin with `>` are quotations. */
export function blocksOf(text: string): readonly TextBlock[] {
  const blocks: Block[] = [];
  const add = (at: number, kind: TextBlock['kind'], lines: string[], info = '') =>
    blocks.push({ at, kind, lines, info, isClosed: false });
  let open: string | undefined;
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const last = blocks.at(-1);
    if (open !== undefined) {
      if (last && line.trim().startsWith(open) && closingFence.test(line)) {
        open = undefined;
        last.isClosed = true;
      } else last?.lines.push(line);
      continue;
    }
    const [, opening, info = ''] = openingFence.exec(line) ?? [];
    open = opening;
    if (open !== undefined) add(at, 'code', [], info.trim());
    else {
      const kind = kindOf(line, last);
      if (last?.kind === kind) last.lines.push(line);
      else add(at, kind, [line]);
    }
  }
  const parts = blocks
    .map((block) => ({ at: block.at, kind: block.kind, text: shown(block) }))
    .filter(({ text: part }) => part !== '');
  // Nothing but fences and marks of quotations is shown as it is.
  return parts.length > 0 || text.trim() === '' ? parts : [{ at: 0, kind: 'text', text }];
}

/** What a line behind a block is part of. An empty line within code does not end it. */
function kindOf(line: string, last: Block | undefined): TextBlock['kind'] {
  if (line.trim() === '') return last?.kind === 'code' ? 'code' : 'text';
  if (quoted.test(line)) return 'quote';
  return indented.test(line) && !listItem.test(line) ? 'code' : 'text';
}

function shown({ kind, lines, info, isClosed }: Block): string {
  const inner = kind === 'quote' ? lines.map((line) => line.replace(quoted, '')) : lines;
  const isLanguage = language.test(info) && isClosed && inner.some((line) => line.trim() !== '');
  return [...(isLanguage ? [] : [info]), ...inner]
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}

/** An address, without the punctuation of the sentence that it ends. */
const address = /(https?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]}])/i;

interface TextPart {
  /** Where it begins in the text. */
  readonly at: number;
  readonly text: string;
  readonly isLink: boolean;
}

/** A text in parts: addresses on the web, and what stands between them. */
export function withLinks(text: string): readonly TextPart[] {
  let next = 0;
  return text.split(address).map((part, index) => {
    const at = next;
    next += part.length;
    return { at, text: part, isLink: index % 2 === 1 };
  });
}
