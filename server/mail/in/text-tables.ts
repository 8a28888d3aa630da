/** The maximum number of columns of a cell. */
const maxSpan = 20;

interface Table {
  /** Whether the rows are data, according to borders or headings. */
  isData: boolean;
  /** Whether the table declares that it is only for layout. */
  readonly isLayout: boolean;
  /** The index of the first line of its rows. */
  start: number;
  /** The marks of its lines. The marks of a list item's first line have the same width. */
  readonly prefix: string;
  /** The cells of its rows; undefined once a row does not fit in a line. */
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

/**
 * The tables that are open in a text. Rows become lines, and tables with headings or borders become Markdown tables.
 */
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

  /** Opens a table. `prefix` is the marks of the line that contains it. */
  open(table: Pick<Table, 'isData' | 'isLayout' | 'prefix'>): void {
    // A table that contains a table is for layout, so its row does not fit in a line.
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

  /** Called when the owner has added a line with these marks. */
  addLine(prefix: string, line: string): void {
    const { prefix: inTable = '', row } = this.#open.at(-1) ?? {};
    if (!row) return;
    row.prefix ??= prefix;
    const cell = row.cells.at(-1);
    if (cell && prefix.length === inTable.length) cell.push(line);
    else row.fits = false;
  }

  /** Called when the row has content that does not fit in a line. */
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
    // A table with lines between its rows is not converted.
    if (!isGrid || this.#lines.length !== first + rows.length) return;
    const lineOf = (cells: readonly string[]) =>
      `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
    const [head = [], ...body] = rows;
    const marks = this.#lines[first]?.slice(0, prefix.length) ?? '';
    this.#lines.length = first;
    this.#lines.push(`${marks}${lineOf(head)}`);
    for (const cells of [head.map(() => '---'), ...body]) this.#lines.push(`${prefix}${lineOf(cells)}`);
  }

  /** 1 if there is an empty line at this index, before the table. */
  #blankAt({ prefix }: Table, at: number): 0 | 1 {
    return this.#lines[at]?.trim() === prefix.trim() ? 1 : 0;
  }
}
