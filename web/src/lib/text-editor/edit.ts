/** A text and its selection. */
interface Selected {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** A change of a text: the replacement of a part, and the selection afterwards, counted from the start of the text. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly selectFrom: number;
  readonly selectTo: number;
}

/** The toolbar's actions. */
export type Act = (selected: Selected) => Edit;

/** Adds a mark on both sides of the selection, or removes it. White space at the ends of the selection stays outside. */
function wrapWith(mark: string): Act {
  return ({ text, from, to }) => {
    const chosen = text.slice(from, to);
    const [start, end] = [from + chosen.length - chosen.trimStart().length, from + chosen.trimEnd().length];
    if (start >= end) return replace(from, to, mark + chosen + mark, mark.length, mark.length);
    const isMarked =
      text.slice(start - mark.length, start) === mark && text.slice(end, end + mark.length) === mark;
    const inner = text.slice(start, end);
    if (isMarked) return replace(start - mark.length, end + mark.length, inner);
    return replace(start, end, mark + inner + mark, mark.length, mark.length);
  };
}

export const bold = wrapWith('**');
export const italic = wrapWith('_');

/** Inline code; a code block if the selection has several lines. */
export const code: Act = (selected) => {
  const chosen = selected.text.slice(selected.from, selected.to);
  if (!chosen.includes('\n')) return wrapWith('`')(selected);
  return asBlock(selected);
};

/**
 * Turns the selected text into a link and selects the placeholder of its URL; a selected URL becomes the link's target.
 */
export const link: Act = ({ text, from, to }) => {
  const chosen = text.slice(from, to);
  if (/^(?:https?:\/\/|mailto:)\S+$/.test(chosen))
    return replace(from, to, `[](${chosen})`, 1, chosen.length + 3);
  const address = 'https://';
  return replace(from, to, `[${chosen}](${address})`, chosen.length + 3, 1);
};

export const list = prefixWith('- ', /^- /);
export const quote = prefixWith('> ', /^> ?/);

/** Starts a mention. */
export const mention: Act = ({ text, from, to }) => {
  const gap = from === 0 || /\s|\(/.test(text[from - 1] ?? '') ? '' : ' ';
  return replace(from, to, `${gap}@`, gap.length + 1);
};

/** Puts a part of the text into a code block, with a longer fence than any in it, and empty lines around it. */
export const asBlock: Act = ({ text, from, to }) => {
  const content = text.slice(from, to).replace(/^\n+|\s+$/g, '');
  const longest = Math.max(2, ...[...content.matchAll(/`{3,}/g)].map(([fence]) => fence.length));
  const fence = '`'.repeat(longest + 1);
  const before = from === 0 || text[from - 1] === '\n' ? '' : '\n';
  const after = to === text.length || text[to] === '\n' ? '' : '\n';
  const block = `${before}${fence}\n${content}\n${fence}${after}`;
  return replace(from, to, block, block.length);
};

/** A text as a quotation, followed by empty lines for a reply. */
export function asQuotation(text: string): string {
  const lines = text.trim().split(/\r\n?|\n/);
  return `${lines.map((line) => `> ${line}`.trimEnd()).join('\n')}\n\n`;
}

/** Adds a prefix to every selected line, or removes it from all of them. */
function prefixWith(prefix: string, pattern: RegExp): Act {
  return ({ text, from, to }) => {
    const start = text.lastIndexOf('\n', from - 1) + 1;
    const next = text.indexOf('\n', to);
    const end = next < 0 ? text.length : next;
    const lines = text.slice(start, end).split('\n');
    const isPrefixed = lines.every((line) => pattern.test(line));
    const changed = lines.map((line) => (isPrefixed ? line.replace(pattern, '') : prefix + line)).join('\n');
    return replace(start, end, changed, from === to ? changed.length : 0);
  };
}

/** Replaces a part and selects the inserted text, except for these numbers of characters at its start and end. */
function replace(from: number, to: number, insert: string, before = 0, after = 0): Edit {
  const selectFrom = from + before;
  return { from, to, insert, selectFrom, selectTo: Math.max(selectFrom, from + insert.length - after) };
}

/** Shorter texts are readable as they are. */
const minLines = 10;
/** The minimum share of lines that look like log lines. */
const minShare = 0.3;

/** A date or time at the start, a level, a stack frame, an exception, or a memory address. */
const logLine = new RegExp(
  [
    String.raw`^\W{0,3}\d{4}[-/.]\d\d[-/.]\d\d`,
    String.raw`^\W{0,3}\d\d:\d\d:\d\d`,
    String.raw`^[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d`,
    String.raw`^\W{0,3}(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\b`,
    String.raw`^\s*(?:at |File "|Caused by:|Traceback |goroutine \d|#\d+ |\d+: 0x|from \/|\.{3} \d+ more)`,
    String.raw`^[\w.$]+(?:Error|Exception)\b`,
    String.raw`^\s*\{"\w+":`,
    String.raw`\b0x[0-9a-f]{6,}\b`,
  ].join('|'),
);
/** The pasted text already has code fences. */
const fence = /^ {0,3}(?:```|~~~)/m;

/** Whether a pasted text has more than ten lines and looks like a log or a stack trace. */
export function looksLikeLog(text: string): boolean {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  if (lines.length <= minLines || fence.test(text)) return false;
  return lines.filter((line) => logLine.test(line.slice(0, 200))).length >= lines.length * minShare;
}
