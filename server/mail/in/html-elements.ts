import { TextLines } from './text-lines.ts';

/** The maximum length of an attribute's value that is read, in UTF-16 code units. */
export const maxValue = 2_000;

export const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** The elements on lines of their own. */
const lines = words(
  'address article aside caption center dd details div dl dt fieldset figcaption figure footer form header li main nav section summary tbody tfoot thead tr',
);
/** The elements between empty lines. */
const paragraphs = words('blockquote h1 h2 h3 h4 h5 h6 hr ol p pre table ul');
export const withoutEnd = words('area base br col embed hr img input link meta param source track wbr');
const inlineCode = words('code samp tt');

/** A declaration in a style attribute. */
export const declares = (declaration: string): RegExp => new RegExp(`(?:^|;)\\s*${declaration}`, 'iu');
const styles = {
  typed: declares('white-space\\s*:\\s*(?:pre|break-spaces)'),
  withoutMargin: declares('margin\\s*:\\s*0[a-z]*\\s*(?:;|$)'),
  border: declares('border\\s*:\\s*(?!none|0|medium)'),
  /** The style that mail programs write for an indentation. */
  indented: /^(?!.*border-left).*border\s*:\s*(?:none|0)/isu,
  /** The style of lines that were copied from an editor. */
  line: declares('white-space\\s*:\\s*pre\\s*(?:[;!]|$)'),
  monospace: declares('font(?:-family)?\\s*:[^;]*(?:mono|courier|consolas|menlo)'),
};
/** In Word, lists are paragraphs, each with its own mark. */
const word = {
  level: declares('mso-list\\s*:[^;]*\\blevel([1-9])'),
  mark: declares('mso-list\\s*:\\s*ignore'),
  /** Word's paragraphs have no margins, unless they are empty. */
  paragraph: /\bMso(?:Normal|PlainText|ListParagraph)/u,
};

/** An element that affects all of its content, and how many elements of the same name are open. */
export interface Region {
  readonly tag: string;
  open: number;
}

/** Whether the end of an element ends the region. */
export function isLast(region: Region | undefined, tag: string): boolean {
  if (region?.tag !== tag) return false;
  region.open -= 1;
  return region.open === 0;
}

/** The attributes of an element by their names. */
export type Attributes = Readonly<Record<string, string>>;

/** Converts elements to lines of text. */
export class ElementText {
  readonly #text = new TextLines();
  /** The element whose white space is preserved. */
  #typed: Region | undefined;
  /** The content of a block, whether it is code, and whether it is in an element for code within lines. */
  #pre: { text: string; isCode: boolean; isInline?: boolean } | undefined;
  /** The content of code that is a single line so far. */
  #code: string | undefined;
  #link: { href: string; text: string } | undefined;
  /** The mark of an item in a list of Word, and the level of the list. */
  #mark: (Region & { text: string }) | undefined;
  #level = 0;
  /** The quotes that are open: whether they are more than an indentation. */
  readonly #quotes: boolean[] = [];
  /** Whether the paragraph has no margins. */
  #isFlush = false;

  readonly #openers: Readonly<Record<string, (attributes: Attributes) => void>> = {
    a: (attributes) => {
      this.#closeLink();
      this.#link = { href: attributes['href'] ?? '', text: '' };
    },
    img: ({ alt = '' }) => {
      // Mail programs replace emoji with pictures.
      if (/^\p{Extended_Pictographic}[\p{Extended_Pictographic}\p{M}\u200d]*$/u.test(alt)) this.add(alt);
    },
    blockquote: ({ type, class: name = '', style = '' }) => {
      const isIndented = styles.indented.test(style) && type !== 'cite' && !/quote/u.test(name);
      this.#quotes.push(!isIndented);
      if (!isIndented) this.#text.openQuote();
    },
    ol: ({ start, type, reversed }) => {
      this.#text.openList({
        next: wholeNumber(start) ?? 1,
        isLettered: type === 'a' || type === 'A' ? type : undefined,
        step: reversed !== undefined && start !== undefined ? -1 : 1,
      });
    },
    ul: () => this.#text.openList(),
    li: ({ value }) => this.#text.openItem(wholeNumber(value)),
    table: ({ border = '0', class: name = '', role = '' }) => {
      const isData = !/^\s*0/u.test(border) || /\bMsoTableGrid\b/u.test(name);
      this.#text.openTable({ isData, isLayout: role.toLowerCase() === 'presentation' });
    },
    tr: () => this.#text.openRow(),
    td: ({ colspan, style = '' }) =>
      this.#text.openCell({ span: wholeNumber(colspan) ?? 1, isData: styles.border.test(style) }),
    th: ({ colspan }) => this.#text.openCell({ span: wholeNumber(colspan) ?? 1, isData: true }),
    hr: () => {
      this.add('-------------');
      this.#breakAround('hr');
    },
    pre: ({ class: name = '', ...attributes }) => {
      this.#closePre();
      // Mail programs wrap plain text in elements with these attributes.
      const isCode = !('wrap' in attributes) && !/moz-|k9mail/u.test(name);
      this.#pre = { text: '', isCode };
    },
  };

  readonly #closers: Readonly<Record<string, () => void>> = {
    a: () => this.#closeLink(),
    ol: () => this.#text.closeList(),
    ul: () => this.#text.closeList(),
    pre: () => this.#closePre(),
    blockquote: () => {
      if (this.#quotes.pop() !== false) this.#text.closeQuote();
    },
    tr: () => this.#text.closeRow(),
    table: () => this.#text.closeTable(),
  };

  /** Called when an element begins. */
  open(tag: string, attributes: Attributes): void {
    for (const region of [this.#typed, this.#mark]) if (region?.tag === tag) region.open += 1;
    if (isBlock(tag)) this.#openBlock(tag, attributes);
    else this.#breakAround(tag);
    if (attributes['style'] !== undefined && !withoutEnd.has(tag)) this.#openStyled(tag, attributes['style']);
    if (inlineCode.has(tag) && !this.#pre) this.#code ??= '';
    if (Object.hasOwn(this.#openers, tag)) this.#openers[tag]?.(attributes);
  }

  /** Called when an element ends, whether or not it has begun. */
  close(tag: string): void {
    if (isLast(this.#mark, tag)) this.#closeMark();
    if (inlineCode.has(tag)) this.#closeCode();
    if (isBlock(tag) && tag !== 'p') this.#setLevel(0);
    if (Object.hasOwn(this.#closers, tag)) this.#closers[tag]?.();
    if (isLast(this.#typed, tag)) {
      this.#typed = undefined;
      this.#closePre();
    }
    if (headings.test(tag)) this.#text.closeHeading();
    if (tag === 'p' && this.#isFlush) this.#text.break(1);
    else if (tag !== 'br') this.#breakAround(tag);
  }

  /** Adds text within the open elements. */
  add(text: string): void {
    if (this.#mark) {
      this.#mark.text += text;
      return;
    }
    if (this.#link && this.#link.text.length <= maxValue) this.#link.text += text.slice(0, maxValue + 1);
    if (this.#pre) this.#pre.text += text;
    else if (this.#code !== undefined) this.#code += text;
    else if (this.#typed) this.#text.addLines(text);
    else this.#text.add(text);
  }

  /** The text. The object cannot be used afterwards. */
  finish(): string {
    this.#closeMark();
    this.#closeCode();
    this.#closeLink();
    this.#closePre();
    return this.#text.finish();
  }

  #openBlock(tag: string, { style = '', class: name = '' }: Attributes): void {
    this.#closeMark();
    this.#setLevel(tag === 'p' ? Number(word.level.exec(style)?.[1] ?? 0) : 0);
    this.#isFlush = tag === 'p' && (word.paragraph.test(name) || styles.withoutMargin.test(style));
    if (this.#isFlush) this.#text.break(1);
    else this.#breakAround(tag);
    if (headings.test(tag)) this.#text.openHeading(Number(tag[1]));
  }

  #openStyled(tag: string, style: string): void {
    if (this.#level > 0 && word.mark.test(style)) this.#mark ??= { tag, open: 1, text: '' };
    if (this.#pre || this.#typed || !styles.typed.test(style)) return;
    this.#typed = { tag, open: 1 };
    const isCode = isBlock(tag) && styles.line.test(style) && styles.monospace.test(style);
    if (isCode) this.#pre = { text: '', isCode };
  }

  #breakAround(tag: string): void {
    if (!isBlock(tag) && tag !== 'br') return;
    if (this.#code !== undefined && tag === 'br') {
      // Several lines of code are a block.
      this.#pre = { text: this.#code, isCode: true, isInline: true };
      this.#code = undefined;
    } else if (tag !== 'br') this.#closeCode();
    if (this.#pre) {
      if (tag === 'br' || (this.#pre.text !== '' && !this.#pre.text.endsWith('\n'))) this.#pre.text += '\n';
    } else if (tag === 'br') this.#text.breakLine();
    else this.#text.break(paragraphs.has(tag) ? 2 : 1);
  }

  /** Opens and closes lists from Word. */
  #setLevel(level: number): void {
    if (level === this.#level) return;
    if (level === 0 || this.#level === 0) this.#text.break(2);
    for (; this.#level < level; this.#level += 1) this.#text.openList();
    for (; this.#level > level; this.#level -= 1) this.#text.closeList();
  }

  #closeMark(): void {
    const mark = this.#mark?.text.replaceAll(/[\s\u00a0]+/gu, ' ').trim();
    this.#mark = undefined;
    if (mark === undefined) return;
    const number = wholeNumber(/^(\d+)[.)]$/u.exec(mark)?.[1]);
    // Other marks are symbols of fonts, or text.
    this.#text.openItem(number ?? (/^[\p{L}\d.]{0,8}[\p{L}\d][.)]$/u.test(mark) ? mark : '-'));
    if (mark.length > maxMark) this.add(mark);
  }

  #closeLink(): void {
    const { href = '', text = '' } = this.#link ?? {};
    this.#link = undefined;
    const shown = bare(text);
    const target = href.replaceAll(/[\t\r\n]/gu, '').trim();
    if (shown === '' || /\s/u.test(target) || target.length > maxValue) return;
    const address = /^mailto:([^?]+@[^?]+)/iu.exec(target)?.[1];
    if (address !== undefined && !shown.includes(address.toLowerCase())) this.add(` (${address})`);
    if (/^https?:\/\//iu.test(target) && !isIn(shown, target)) this.add(` (${target})`);
  }

  #closePre(): void {
    const pre = this.#pre;
    this.#pre = undefined;
    if (pre) this.#text.addAsTyped(pre.text, pre);
  }

  /** Ends code within a line. */
  #closeCode(): void {
    const code = this.#code;
    this.#code = undefined;
    if (this.#pre?.isInline === true) this.#closePre();
    if (code === undefined) return;
    const written = code.trim();
    const runs = written.match(/`+/gu) ?? [];
    const fence = '`'.repeat(runs.reduce((most, { length }) => Math.max(most, length), 0) + 1);
    const space = runs.length > 0 ? ' ' : '';
    const isSpaced = [code.startsWith(' ') ? ' ' : '', code.endsWith(' ') ? ' ' : ''];
    this.#text.add(written === '' ? code : isSpaced.join(`${fence}${space}${written}${space}${fence}`));
  }
}

/** The longest mark of an item in a list of Word, in UTF-16 units. */
const maxMark = 10;

const headings = /^h[1-6]$/u;

const isBlock = (tag: string) => lines.has(tag) || paragraphs.has(tag);

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d{1,9}\s*$/u.test(text) ? Number(text) : undefined;
}

/**
 * Whether a text is the address of a link, or the address to which the link redirects: some mail servers replace
 * addresses.
 */
function isIn(shown: string, target: string): boolean {
  if (shown === bare(target)) return true;
  return (
    shown.includes('.') &&
    !/\s/u.test(shown) &&
    target.toLowerCase().includes(encodeURIComponent(shown.toWellFormed()).toLowerCase())
  );
}

/** Normalises an address or text for comparison, so that a link whose text is its address is shown only once. */
function bare(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//u, '')
    .replace(/\/$/u, '');
}
