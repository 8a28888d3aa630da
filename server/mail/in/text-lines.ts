import { TextTables } from './text-tables.ts';

/** The maximum nesting of quotes and lists that is shown, which bounds the marks per line. */
const maxDepth = 8;
/** The maximum indentation in no-break spaces. */
const maxIndent = 40;

/** Matches characters that are no text of their own, such as soft hyphens and joiners. */
const noWidth = /^(?:[\u00ad\u200b-\u200d\u2060\ufeff ]|\u034f)+$/u;

interface List {
  /** The number of the next item; undefined in a list without numbers. */
  next: number | undefined;
  readonly step: 1 | -1;
  readonly isLettered: 'a' | 'A' | undefined;
  /** The character after a number. In Markdown, a change of it begins another list, with a number of its own. */
  delimiter: '.' | ')';
  /** The number of the last item that has text. */
  last: number | undefined;
  /** Whether an empty line separates the next item from the text before. */
  isApart: boolean;
  /** The mark of an item that has no text yet. */
  mark: string;
  /** The indentation of the lines of the current item. */
  inner: number;
}

type Container = 'quote' | List;

/** Lines of text with quote, list, table and code marks as in Markdown. */
export class TextLines {
  readonly #lines: string[] = [];
  /** The current line, its marks, and its quote depth. */
  #line = '';
  #prefix = '';
  #depth = 0;
  /** The line breaks, the spaces, and the no-break spaces at the start of a line, before the next text. */
  #breaks = 0;
  #isSpaced = false;
  #indent = 0;
  /** The mark of a heading that has no text yet. */
  #heading = '';

  readonly #containers: Container[] = [];
  /** The number of open containers beyond `maxDepth`. */
  #deeper = 0;
  /** A list that has just ended, with its depth. */
  #ended: { readonly list: List; readonly depth: number } | undefined;
  readonly #tables = new TextTables(this.#lines);

  /** The text so far. The object cannot be used afterwards. */
  finish(): string {
    this.#endLine();
    while (this.#tables.isInTable) this.#tables.close();
    return this.#lines.join('\n');
  }

  /** Starts a new line for the next text; with two breaks, after an empty line. */
  break(count: 1 | 2): void {
    // A line of no-break spaces is an empty line.
    const isEmptyLine = this.#indent > 0 && this.#breaks > 0;
    this.#breaks = isEmptyLine ? 2 : Math.max(this.#breaks, count);
    this.#indent = 0;
  }

  /** Adds a line break; a second one makes an empty line. */
  breakLine(): void {
    this.#breaks = Math.min(this.#breaks + 1, 2);
    this.#indent = 0;
  }

  openQuote(): void {
    this.#open('quote');
  }

  closeQuote(): void {
    this.#close((each) => each === 'quote');
  }

  /** `next` is the number of the first item, if the list is numbered. */
  openList({ next, step = 1, isLettered }: Partial<Pick<List, 'next' | 'step' | 'isLettered'>> = {}): void {
    const list = {
      next,
      step,
      isLettered,
      delimiter: '.',
      last: undefined,
      isApart: true,
      mark: '',
      inner: 0,
    } as const;
    this.#open({ ...list });
  }

  closeList(): void {
    const depth = this.#containers.length;
    const list = this.#close((each) => each !== 'quote');
    if (list !== undefined && list !== 'quote') this.#ended = { list, depth };
  }

  /** `mark` is the item's number or mark, if it is not the next number. */
  openItem(mark?: number | string): void {
    const at = this.#containers.findLastIndex((each) => each !== 'quote');
    const list = this.#containers[at];
    if (list === undefined || list === 'quote') {
      this.#heading = '- ';
      return;
    }
    this.#containers.length = at + 1;
    if (this.#ended && this.#ended.depth !== at + 1) this.#ended = undefined;
    const number = typeof mark === 'number' ? mark : list.next;
    const outer = this.#containers[at - 1];
    const isNested = outer !== undefined && outer !== 'quote' && outer.inner > 0;
    // In Markdown, only a list from 1 can follow a line of text.
    list.isApart = list.inner === 0 && (!isNested || (number ?? 1) !== 1);
    list.mark =
      typeof mark === 'string' ? `${mark} ` : number === undefined ? '- ' : this.#number(list, number);
    list.inner = list.mark.length;
  }

  #number(list: List, number: number): string {
    list.next = number + list.step;
    if (list.isLettered) return `${lettersOf(number, list.isLettered)}. `;
    const before = list.last === undefined ? this.#ended?.list : list;
    if (before) list.delimiter = before.delimiter;
    if (before?.last !== undefined && before.last + 1 !== number)
      list.delimiter = list.delimiter === '.' ? ')' : '.';
    return `${number}${list.delimiter} `;
  }

  /** Makes the next text a heading of this level, from 1. */
  openHeading(level: number): void {
    this.#heading = `${'#'.repeat(level)} `;
  }

  closeHeading(): void {
    this.#heading = '';
  }

  openTable(table: { isData: boolean; isLayout: boolean }): void {
    this.#endLine();
    this.#tables.open({ ...table, prefix: this.#marks({ isPeek: true }) });
  }

  closeTable(): void {
    this.#endLine();
    this.#tables.close();
  }

  openRow(): void {
    this.closeRow();
    this.break(1);
    this.#tables.openRow();
  }

  /** Closes a row; rows are on adjacent lines. */
  closeRow(): void {
    this.#endLine();
    if (this.#tables.closeRow()) this.#breaks = 1;
  }

  /** Opens the next cell of a row. `span` is its number of columns; `isData` means that the table has data. */
  openCell(cell: { span: number; isData: boolean }): void {
    this.break(1);
    this.#endLine();
    this.#tables.openCell(cell);
  }

  /** Adds text in which white space only separates words. */
  add(text: string): void {
    const words = text.replaceAll(/[\s\u00a0]+/gu, ' ');
    if (this.#breaks > 0 || this.#line === '') this.#addIndent(/^[\s\u00a0]*/u.exec(text)?.[0] ?? '');
    this.#isSpaced ||= words.startsWith(' ');
    const written = words.trim();
    // Mails are padded with characters of no width, which only matter within words.
    const isApart = this.#isSpaced || this.#breaks > 0 || this.#line === '';
    if (written === '' || (isApart && noWidth.test(written))) return;
    this.#write(written);
    this.#isSpaced = words.endsWith(' ');
  }

  /** Adds lines of text, which retain their indentation. */
  addLines(text: string): void {
    for (const [index, line] of text.split(/\r\n?|\n/u).entries()) {
      if (index > 0) this.breakLine();
      this.add(line.replace(/^[ \t]+/u, (blank) => '\u00a0'.repeat(blank.replaceAll('\t', '    ').length)));
    }
  }

  /** Adds a block of text whose white space is preserved. */
  addAsTyped(text: string, { isCode }: { isCode: boolean }): void {
    if (text.trim() === '') return;
    const runs = text.match(/`+/gu) ?? [];
    const longest = runs.reduce((most, run) => Math.max(most, run.length), 2);
    const fence = isCode ? ['`'.repeat(longest + 1)] : [];
    const typed = text.replaceAll(/\r\n?/gu, '\n').replace(/^\n/u, '').trimEnd().split('\n');
    this.break(isCode ? 2 : 1);
    this.#heading = '';
    for (const line of [...fence, ...typed, ...fence]) {
      this.#startLine();
      this.#lines.push(`${this.#prefix}${line}`.trimEnd());
      this.#prefix = '';
    }
    this.#tables.spoilRow();
    this.#isSpaced = false;
    this.break(isCode ? 2 : 1);
  }

  #open(container: Container): void {
    if (this.#containers.length >= maxDepth) this.#deeper += 1;
    else this.#containers.push(container);
  }

  /** Closes the innermost container of a kind, with everything open in it. */
  #close(isKind: (container: Container) => boolean): Container | undefined {
    if (this.#deeper > 0) {
      this.#deeper -= 1;
      return undefined;
    }
    const at = this.#containers.findLastIndex(isKind);
    return at === -1 ? undefined : this.#containers.splice(at)[0];
  }

  #addIndent(blank: string): void {
    // White space of the source is a space after one that counts.
    const run = blank.replaceAll(/[^\S\u00a0]+/gu, ' ');
    const spaces = (this.#indent === 0 ? run.replace(/^ /u, '') : run).length;
    this.#indent = Math.min(this.#indent + spaces, maxIndent);
  }

  #write(text: string): void {
    if (this.#breaks > 0 || this.#line === '') {
      this.#startLine();
      // A line of these characters would make the previous line a heading; a heading's mark would make this line one.
      const before = this.#lines.at(-1) ?? '';
      if (/^(?:-{2,}|=+)$/u.test(text) && before.trim() !== '') this.#lines.push(this.#prefix.trimEnd());
      this.#line = this.#indent > 1 ? '\u00a0'.repeat(this.#indent) : '';
      this.#line += text.replace(/^#{1,6}(?=\s|$)/u, '\\$&');
    } else {
      // Two spans of code side by side would become one.
      const isCodeBeside = text.startsWith('`') && this.#line.endsWith('`');
      this.#line += this.#isSpaced || isCodeBeside ? ` ${text}` : text;
    }
    this.#isSpaced = false;
    this.#indent = 0;
  }

  #startLine(): void {
    this.#endLine();
    const pending = this.#containers.find((each) => each !== 'quote' && each.mark !== '');
    const depth = this.#containers.filter((each) => each === 'quote').length;
    const isApart = pending === undefined || pending === 'quote' || pending.isApart;
    if (this.#breaks > 1 && isApart && this.#lines.length > 0)
      this.#lines.push(this.#marks({ isPeek: true, quotes: Math.min(depth, this.#depth) }).trimEnd());
    if (!pending) this.#ended = undefined;
    this.#prefix = this.#marks({ isPeek: false }) + this.#heading;
    this.#depth = depth;
    this.#heading = '';
    this.#breaks = 0;
  }

  /** The marks of a line in the open containers. With `isPeek`, without the marks of items that begin. */
  #marks({ isPeek, quotes = maxDepth }: { isPeek: boolean; quotes?: number }): string {
    let [marks, left] = ['', quotes];
    for (const each of this.#containers)
      if (each === 'quote') {
        if (left === 0) break;
        left -= 1;
        marks += '> ';
      } else if (isPeek || each.mark === '') marks += ' '.repeat(each.inner);
      else {
        marks += each.mark;
        each.last = each.next === undefined ? undefined : each.next - each.step;
        each.mark = '';
      }
    return marks;
  }

  #endLine(): void {
    if (this.#prefix !== '' || this.#line !== '') {
      this.#lines.push(`${this.#prefix}${this.#line}`.trimEnd());
      this.#tables.addLine(this.#prefix, this.#line);
    }
    this.#prefix = '';
    this.#line = '';
  }
}

/** A number in letters, as in lists: after z comes aa. */
function lettersOf(number: number, first: 'a' | 'A'): string {
  let [letters, left] = ['', number];
  for (; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(first.charCodeAt(0) + ((left - 1) % 26)) + letters;
  return letters === '' ? String(number) : letters;
}
