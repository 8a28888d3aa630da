/** A part of a text as people type it: running text, code or a log, or a quotation. */
export interface TextBlock {
  /** The line with which it begins, counted from zero. */
  readonly at: number;
  readonly kind: 'text' | 'code' | 'quote';
  readonly text: string;
}

const fence = /^ {0,3}(`{3,}|~{3,})[^`]*$/;
const indented = /^(?: {4}|\t)/;
/** An indented item of a list is no code. */
const listItem = /^\s*(?:[-*+•]|\d+[.)])\s/;
const quoted = /^ {0,3}> ?/;

/** The parts of a text. Lines between fences and indented lines are code; lines that begin with `>` are quotations. */
export function blocksOf(text: string): readonly TextBlock[] {
  const blocks: { at: number; kind: TextBlock['kind']; lines: string[] }[] = [];
  let open: string | undefined;
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const last = blocks.at(-1);
    if (open !== undefined) {
      if (line.trim().startsWith(open) && fence.test(line)) open = undefined;
      else last?.lines.push(line);
      continue;
    }
    open = fence.exec(line)?.[1];
    if (open !== undefined) blocks.push({ at, kind: 'code', lines: [] });
    else {
      // An empty line within code does not end it.
      const kind = line.trim() === '' ? (last?.kind === 'quote' ? 'text' : last?.kind) : kindOf(line);
      if (last && last.kind === kind) last.lines.push(line);
      else blocks.push({ at, kind: kind ?? 'text', lines: [line] });
    }
  }
  return blocks
    .map(({ at, kind, lines }) => ({ at, kind, text: shown(kind, lines) }))
    .filter(({ text: part }) => part);
}

function kindOf(line: string): TextBlock['kind'] {
  if (quoted.test(line)) return 'quote';
  return indented.test(line) && !listItem.test(line) ? 'code' : 'text';
}

function shown(kind: TextBlock['kind'], lines: readonly string[]): string {
  const inner = kind === 'quote' ? lines.map((line) => line.replace(quoted, '')) : lines;
  return inner
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
