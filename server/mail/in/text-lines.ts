/** The maximum nesting of quotes and lists that is shown, which bounds the marks per line. */
const maxDepth = 8;

interface List {
  /** The number of the next item; undefined in a list without numbers. */
  next: number | undefined;
  /** The indentation of its items, and the lines of the current item. */
  readonly indent: number;
  inner: number;
}

/** Lines of text with quote, list and code marks as in Markdown. */
export class TextLines {
  readonly #lines: string[] = [];
  /** The current line, its marks, and its quote depth. */
  #line = '';
  #prefix = '';
  #depth = 0;
  /** The line breaks and the space before the next text. */
  #breaks = 0;
  #isSpaced = false;

  #quotes = 0;
  readonly #lists: List[] = [];
  /** The number of open lists beyond `maxDepth`. */
  #deeper = 0;
  /** The mark of a list item that has no text yet. */
  #mark = '';

  /** The text so far. The object cannot be used afterwards. */
  finish(): string {
    this.#endLine();
    return this.#lines.join('\n');
  }

  get isInList(): boolean {
    return this.#lists.length > 0;
  }

  /** Starts a new line for the next text; with two breaks, after an empty line. */
  break(count: 1 | 2): void {
    this.#breaks = Math.max(this.#breaks, count);
  }

  /** A line break; a second one makes an empty line. */
  breakLine(): void {
    this.#breaks = Math.min(this.#breaks + 1, 2);
  }

  openQuote(): void {
    this.#quotes += 1;
  }

  closeQuote(): void {
    this.#quotes = Math.max(0, this.#quotes - 1);
  }

  /** `next` is the number of the first item, if the list is numbered. */
  openList(next: number | undefined): void {
    if (this.#lists.length >= maxDepth) this.#deeper += 1;
    else {
      const indent = this.#lists.at(-1)?.inner ?? 0;
      this.#lists.push({ next, indent, inner: indent });
    }
  }

  closeList(): void {
    if (this.#deeper > 0) this.#deeper -= 1;
    else this.#lists.pop();
    this.#mark = '';
  }

  /** `number` is the item's, if it is not the next one. */
  openItem(number: number | undefined): void {
    const list = this.#lists.at(-1);
    const at = list?.next === undefined ? undefined : (number ?? list.next);
    this.#mark = at === undefined ? '- ' : `${at}. `;
    if (!list) return;
    if (at !== undefined) list.next = at + 1;
    list.inner = list.indent + this.#mark.length;
  }

  /** The next cell of a row. */
  openCell(): void {
    if (this.#breaks === 0 && this.#line.trim() !== '') this.#write(' | ');
  }

  /** Text in which white space only separates words. */
  add(text: string): void {
    const words = text.replaceAll(/[\s\u00a0]+/gu, ' ');
    this.#isSpaced ||= words.startsWith(' ');
    const written = words.trim();
    if (written === '') return;
    this.#write(written);
    this.#isSpaced = words.endsWith(' ');
  }

  /** Text whose white space is preserved. */
  addAsTyped(text: string, { isCode }: { isCode: boolean }): void {
    if (text.trim() === '') return;
    const runs = text.match(/`+/gu) ?? [];
    const longest = runs.reduce((most, run) => Math.max(most, run.length), 2);
    const fence = isCode ? ['`'.repeat(longest + 1)] : [];
    const typed = text.replaceAll(/\r\n?/gu, '\n').replace(/^\n/u, '').trimEnd().split('\n');
    this.break(isCode ? 2 : 1);
    for (const line of [...fence, ...typed, ...fence]) {
      this.#startLine();
      this.#lines.push(`${this.#prefix}${line}`.trimEnd());
      this.#prefix = '';
    }
    this.#isSpaced = false;
    this.break(isCode ? 2 : 1);
  }

  #write(text: string): void {
    if (this.#breaks > 0 || this.#line === '') this.#startLine();
    else if (this.#isSpaced) this.#line += ' ';
    this.#isSpaced = false;
    this.#line += text;
  }

  #startLine(): void {
    this.#endLine();
    const depth = Math.min(this.#quotes, maxDepth);
    const quote = '> '.repeat(depth);
    if (this.#breaks > 1 && this.#lines.length > 0)
      this.#lines.push(depth === this.#depth ? quote.trimEnd() : '');
    const list = this.#lists.at(-1);
    const indent = ' '.repeat((this.#mark === '' ? list?.inner : list?.indent) ?? 0);
    this.#prefix = `${quote}${indent}${this.#mark}`;
    this.#depth = depth;
    this.#mark = '';
    this.#breaks = 0;
  }

  #endLine(): void {
    if (this.#prefix !== '' || this.#line !== '') this.#lines.push(`${this.#prefix}${this.#line}`.trimEnd());
    this.#prefix = '';
    this.#line = '';
  }
}
