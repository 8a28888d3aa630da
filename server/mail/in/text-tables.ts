/** The most columns of a cell. */
const maxSpan = 20;

interface Table {
  /** Whether its rows are data, by its borders or headings. */
  isData: boolean;
  /** Whether it says that it is there for layout. */
  readonly isLayout: boolean;
  /** Where the lines of its rows start. */
  start: number;
  /** The marks of a line in it: those of a list item's first line are as wide. */
  readonly prefix: string;
  /** The cells of its rows; undefined once one does not fit in a line. */
  rows: string[][] | undefined;
  row: Row | undefined;
}

interface Row {
  readonly start: number;
  prefix: string | undefined;
  /** The lines of each cell. */
  readonly cells: string[][];
  fits: boolean;
}

/** The tables that are open in a text. Rows become lines, and tables with headings or borders those of Markdown. */
export class TextTables {
  readonly #lines: string[];
  readonly #open: Table[] = [];

  /** `lines` are those of the text, to which the owner adds. */
  constructor(lines: string[]) {
    this.#lines = lines;
  }

  get isInTable(): boolean {
    return this.#open.length > 0;
  }

  /** `prefix`: the marks of a line in which the table stands. */
  open(table: Pick<Table, 'isData' | 'isLayout' | 'prefix'>): void {
    // A table within a table is there for layout.
    this.spoilRow();
    this.#open.push({ ...table, start: this.#lines.length, rows: [], row: undefined });
  }

  openRow(): void {
    const table = this.#open.at(-1);
    const start = this.#lines.length;
    if (!table) return;
    if (table.rows?.length === 0) table.start = start;
    table.row = { start, prefix: undefined, cells: [], fits: !table.isLayout };
  }

  openCell({ span, isData }: { span: number; isData: boolean }): void {
    const table = this.#open.at(-1);
    if (!table) return;
    if (!table.row) this.openRow();
    table.isData ||= isData;
    for (let at = 0; at < Math.min(Math.max(span, 1), maxSpan); at += 1) table.row?.cells.push([]);
  }

  /** The owner has added a line with these marks. */
  addLine(prefix: string, line: string): void {
    const { prefix: inTable = '', row } = this.#open.at(-1) ?? {};
    if (!row) return;
    row.prefix ??= prefix;
    const cell = row.cells.at(-1);
    if (cell && prefix.length === inTable.length) cell.push(line);
    else row.fits = false;
  }

  /** The row has content that does not fit in a line. */
  spoilRow(): void {
    const row = this.#open.at(-1)?.row;
    if (row) row.fits = false;
  }

  /** Joins the cells of the row, if they fit in a line. Returns whether they do. */
  closeRow(): boolean {
    const table = this.#open.at(-1);
    if (!table?.row) return false;
    const { start, cells, fits, prefix = '' } = table.row;
    table.row = undefined;
    const hasLines = cells.some(({ length }) => length > 1) && (!table.isData || cells.length === 1);
    if (!fits || hasLines) {
      table.rows = undefined;
      return false;
    }
    const values = cells.map((each) => each.join(' ').trim());
    const shown = values.filter((each) => each !== '' && each !== '|');
    if (shown.length === 0) return false;
    this.#lines.length = start + (table.rows?.length === 0 ? this.#blankAt(table, start) : 0);
    this.#lines.push(`${prefix}${shown.join(' | ')}`);
    table.rows?.push(values);
    return true;
  }

  close(): void {
    this.closeRow();
    const table = this.#open.pop();
    if (!table?.isData || !table.rows) return;
    const { rows, start, prefix } = table;
    const first = start + this.#blankAt(table, start);
    const columns = rows[0]?.length ?? 0;
    const isGrid = rows.length > 1 && columns > 1 && rows.every(({ length }) => length === columns);
    // Not with lines between its rows.
    if (!isGrid || this.#lines.length !== first + rows.length) return;
    const lineOf = (cells: readonly string[]) =>
      `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
    const [head = [], ...body] = rows;
    const marks = this.#lines[first]?.slice(0, prefix.length) ?? '';
    this.#lines.length = first;
    this.#lines.push(`${marks}${lineOf(head)}`);
    for (const cells of [head.map(() => '---'), ...body]) this.#lines.push(`${prefix}${lineOf(cells)}`);
  }

  /** 1 if an empty line stands there, before the table. */
  #blankAt({ prefix }: Table, at: number): 0 | 1 {
    return this.#lines[at]?.trim() === prefix.trim() ? 1 : 0;
  }
}
