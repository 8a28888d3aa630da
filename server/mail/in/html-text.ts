import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { ElementText, type Region, declares, isLast, maxValue, withoutEnd, words } from './html-elements.ts';

/**
 * The maximum length of the text and tags that are read from a message's HTML, in UTF-16 code units. Styles, comments
 * and addresses do not count.
 */
export const maxHtml = 100_000;

const withoutText = words('script style title iframe noembed noframes svg template');
/** The attributes that are read on all elements, and on some. */
const attributes = words('class hidden style');
const attributesOf: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    a: words('href'),
    blockquote: words('type'),
    img: words('alt'),
    ol: words('reversed start type'),
    li: words('value'),
    pre: words('wrap'),
    table: words('border role'),
    td: words('colspan'),
    th: words('colspan'),
  }),
);

const hidden = declares(
  '(?:display\\s*:\\s*none|visibility\\s*:\\s*hidden|max-height\\s*:\\s*0(?:px)?\\s*(?:[;!]|$))',
);

/** The text of HTML, with marks for its formatting: quotes, lists, tables, code and addresses. Takes linear time. */
export function htmlToText(html: string): string {
  const { text, isCut } = read(html, { isHiding: true });
  // A hidden element without an end could hide the message.
  return isCut || text === '' ? read(html, { isHiding: false }).text : text;
}

function read(html: string, options: { isHiding: boolean }): { text: string; isCut: boolean } {
  const reader = new TextOfHtml(html, options);
  const tokenizer = new Tokenizer({ decodeEntities: true }, reader);
  tokenizer.write(html);
  tokenizer.end();
  return { text: reader.finish(), isCut: reader.isCut };
}

class TextOfHtml implements TokenizerCallbacks {
  readonly #html: string;
  readonly #isHiding: boolean;
  readonly #elements = new ElementText();
  #left = maxHtml;

  #tag = '';
  #attribute = '';
  /** The attributes of the tag. */
  #values: Record<string, string> = {};
  /** The element whose content is skipped. */
  #skipped = '';
  #hidden: Region | undefined;

  constructor(html: string, { isHiding }: { isHiding: boolean }) {
    this.#html = html;
    this.#isHiding = isHiding;
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#name(start, end);
    this.#values = {};
  }

  onattribname(start: number, end: number): void {
    const name = this.#name(start, end);
    const isRead = attributes.has(name) || attributesOf.get(this.#tag)?.has(name) === true;
    this.#attribute = isRead && !(name in this.#values) ? name : '';
    if (this.#attribute !== '') this.#values[this.#attribute] = '';
  }

  onattribdata(start: number, end: number): void {
    if (this.#attribute !== '') this.#addValue(this.#html.slice(start, Math.min(end, start + maxValue + 1)));
  }

  onattribentity(codepoint: number): void {
    if (this.#attribute !== '') this.#addValue(String.fromCodePoint(codepoint));
  }

  onattribend(): void {
    this.#attribute = '';
  }

  onopentagend(): void {
    const tag = this.#tag;
    if (!this.#takes(tag.length + 2) || this.#skipped !== '' || this.#hides(tag)) return;
    if (withoutText.has(tag)) this.#skipped = tag;
    this.#elements.open(tag, this.#values);
  }

  onselfclosingtag(): void {
    this.onopentagend();
  }

  onclosetag(start: number, end: number): void {
    if (!this.#takes(end - start + 3)) return;
    const tag = this.#name(start, end);
    if (this.#skipped === tag) this.#skipped = '';
    if (this.#skipped !== '') return;
    if (!this.#hidden) this.#elements.close(tag);
    else if (isLast(this.#hidden, tag)) this.#hidden = undefined;
  }

  ontext(start: number, end: number): void {
    if (this.#skipped !== '' || this.#hidden) return;
    const text = this.#html.slice(start, Math.min(end, start + Math.max(this.#left, 0)));
    this.#left -= end - start;
    if (text !== '') this.#elements.add(text);
  }

  ontextentity(codepoint: number): void {
    if (this.#skipped === '' && !this.#hidden && this.#takes(1))
      this.#elements.add(String.fromCodePoint(codepoint));
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onprocessinginstruction(): void {}

  /** Whether a hidden element is still open. */
  get isCut(): boolean {
    return this.#hidden !== undefined;
  }

  /** The text. The object cannot be used afterwards. */
  finish(): string {
    return this.#elements.finish();
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
    if (value.length <= maxValue) this.#values[this.#attribute] = value + text;
  }

  /** Whether the element that begins is hidden, or within a hidden one. */
  #hides(tag: string): boolean {
    // A paragraph ends where the next one begins.
    if (this.#hidden?.tag === 'p' && tag === 'p') this.#hidden = undefined;
    if (this.#hidden?.tag === tag) this.#hidden.open += 1;
    const isHidden = 'hidden' in this.#values || hidden.test(this.#values['style'] ?? '');
    if (this.#isHiding && isHidden && !withoutEnd.has(tag)) this.#hidden ??= { tag, open: 1 };
    return this.#hidden !== undefined;
  }
}
