import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { TextLines } from './text-lines.ts';

/**
 * The maximum of text and tags read from a message's HTML, in UTF-16 units. Styles, comments and addresses do not
 * count.
 */
export const maxHtml = 100_000;

/** The longest address that is shown, in UTF-16 units. */
const maxAddress = 2_000;

/** The elements on lines of their own. */
const lines = new Set(
  'address article aside caption center dd details div dl dt fieldset figcaption figure footer form header li main nav section summary tbody tfoot thead tr'.split(
    ' ',
  ),
);
/** The elements between empty lines. */
const paragraphs = new Set('blockquote h1 h2 h3 h4 h5 h6 hr ol p pre table ul'.split(' '));
const withoutText = new Set(['script', 'style', 'title', 'iframe', 'noembed', 'noframes']);
/** The attributes that are read, by their elements. */
const attributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  ol: ['start'],
  li: ['value'],
  pre: ['class', 'wrap'],
};

/** The text of HTML, with marks for its formatting: quotes, list items, code and link addresses. Takes linear time. */
export function htmlToText(html: string): string {
  const text = new TextOfHtml(html);
  const tokenizer = new Tokenizer({ decodeEntities: true }, text);
  tokenizer.write(html);
  tokenizer.end();
  return text.finish();
}

class TextOfHtml implements TokenizerCallbacks {
  readonly #html: string;
  #left = maxHtml;

  #tag = '';
  #attribute = '';
  /** The attributes of the tag. */
  #values: Record<string, string> = {};
  /** The element whose content is skipped. */
  #skipped = '';

  readonly #text = new TextLines();
  /** The content of a `pre`, and whether it is code. */
  #pre: { text: string; isCode: boolean } | undefined;
  #link: { href: string; text: string } | undefined;

  readonly #openers: Readonly<Record<string, () => void>> = {
    a: () => {
      this.#closeLink();
      this.#link = { href: this.#values['href'] ?? '', text: '' };
    },
    blockquote: () => this.#text.openQuote(),
    ol: () => this.#text.openList(wholeNumber(this.#values['start']) ?? 1),
    ul: () => this.#text.openList(undefined),
    li: () => this.#text.openItem(wholeNumber(this.#values['value'])),
    td: () => this.#text.openCell(),
    th: () => this.#text.openCell(),
    hr: () => {
      this.#add('-------------');
      this.#breakAround('hr');
    },
    pre: () => {
      this.#closePre();
      // Mail programs wrap plain text in these.
      const isCode = !('wrap' in this.#values) && !/moz-quote/u.test(this.#values['class'] ?? '');
      this.#pre = { text: '', isCode };
    },
  };

  readonly #closers: Readonly<Record<string, () => void>> = {
    a: () => this.#closeLink(),
    ol: () => this.#text.closeList(),
    ul: () => this.#text.closeList(),
    pre: () => this.#closePre(),
    blockquote: () => this.#text.closeQuote(),
  };

  constructor(html: string) {
    this.#html = html;
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#name(start, end);
    this.#values = {};
  }

  onattribname(start: number, end: number): void {
    const names = attributes[this.#tag];
    const name = names && this.#name(start, end);
    this.#attribute = name !== undefined && names?.includes(name) && !(name in this.#values) ? name : '';
    if (this.#attribute !== '') this.#values[this.#attribute] = '';
  }

  onattribdata(start: number, end: number): void {
    if (this.#attribute !== '')
      this.#addValue(this.#html.slice(start, Math.min(end, start + maxAddress + 1)));
  }

  onattribentity(codepoint: number): void {
    if (this.#attribute !== '') this.#addValue(String.fromCodePoint(codepoint));
  }

  onattribend(): void {
    this.#attribute = '';
  }

  onopentagend(): void {
    if (!this.#takes(this.#tag.length + 2) || this.#skipped !== '') return;
    if (withoutText.has(this.#tag)) this.#skipped = this.#tag;
    this.#breakAround(this.#tag);
    if (Object.hasOwn(this.#openers, this.#tag)) this.#openers[this.#tag]?.();
  }

  onselfclosingtag(): void {
    this.onopentagend();
  }

  onclosetag(start: number, end: number): void {
    if (!this.#takes(end - start + 3)) return;
    const tag = this.#name(start, end);
    if (this.#skipped === tag) this.#skipped = '';
    if (this.#skipped !== '') return;
    if (Object.hasOwn(this.#closers, tag)) this.#closers[tag]?.();
    if (tag !== 'br') this.#breakAround(tag);
  }

  ontext(start: number, end: number): void {
    if (this.#skipped !== '') return;
    const text = this.#html.slice(start, Math.min(end, start + Math.max(this.#left, 0)));
    this.#left -= end - start;
    if (text !== '') this.#add(text);
  }

  ontextentity(codepoint: number): void {
    if (this.#skipped === '' && this.#takes(1)) this.#add(String.fromCodePoint(codepoint));
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onprocessinginstruction(): void {}

  /** The text. The object cannot be used afterwards. */
  finish(): string {
    this.#closeLink();
    this.#closePre();
    return this.#text.finish();
  }

  #takes(length: number): boolean {
    this.#left -= length;
    return this.#left >= 0;
  }

  #name(start: number, end: number): string {
    // No relevant name is longer.
    return this.#html.slice(start, Math.min(end, start + 20)).toLowerCase();
  }

  #addValue(text: string): void {
    const value = this.#values[this.#attribute] ?? '';
    if (value.length <= maxAddress) this.#values[this.#attribute] = value + text;
  }

  #breakAround(tag: string): void {
    const isInnerList = (tag === 'ol' || tag === 'ul') && this.#text.isInList;
    if (!paragraphs.has(tag) && !lines.has(tag) && tag !== 'br') return;
    if (this.#pre) {
      if (tag === 'br' || (this.#pre.text !== '' && !this.#pre.text.endsWith('\n'))) this.#pre.text += '\n';
    } else if (tag === 'br') this.#text.breakLine();
    else this.#text.break(paragraphs.has(tag) && !isInnerList ? 2 : 1);
  }

  #closeLink(): void {
    const { href = '', text = '' } = this.#link ?? {};
    this.#link = undefined;
    if (!/^https?:\/\//iu.test(href) || /\s/u.test(href) || href.length > maxAddress) return;
    const shown = bare(text);
    if (shown !== '' && shown !== bare(href)) this.#add(` (${href})`);
  }

  #closePre(): void {
    const pre = this.#pre;
    this.#pre = undefined;
    if (pre) this.#text.addAsTyped(pre.text, pre);
  }

  #add(text: string): void {
    if (this.#link && this.#link.text.length <= maxAddress) this.#link.text += text.slice(0, maxAddress + 1);
    if (this.#pre) this.#pre.text += text;
    else this.#text.add(text);
  }
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d{1,9}\s*$/u.test(text) ? Number(text) : undefined;
}

/** Normalises an address or text for comparison: a link whose text is its address is shown once. */
function bare(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//u, '')
    .replace(/\/$/u, '');
}
