import { contentPath, type FileRef, imageTypes } from '#contract/conversation/files.ts';
import type { Edit } from '#web/lib/text-editor/edit.ts';

/** Whether files of this type can be shown within a page. */
export function isImage(type: string): boolean {
  return (imageTypes as readonly string[]).includes(type);
}

/** The Markdown reference to a file: an image is shown there, any other file is a link. */
export function referenceTo({ _id: id, name, type }: Pick<FileRef, '_id' | 'name' | 'type'>): string {
  return `${isImage(type) ? '!' : ''}[${name.replaceAll(/[\\[\]`<]/g, String.raw`\$&`)}](${contentPath(id)})`;
}

/** The unique placeholder in a text for the reference to an uploading file; `words` creates its text from a name. */
export function placeholderFor(
  name: string,
  words: (name: string) => string,
  taken: readonly string[],
): string {
  const plain = name.replaceAll(/[[\]\\\n]/g, '');
  for (let count = 1; ; count += 1) {
    const placeholder = `![${words(count === 1 ? plain : `${plain} (${count})`)}…]()`;
    if (!taken.includes(placeholder)) return placeholder;
  }
}

const placeholders = /!\[[^\]\n]*…\]\(\)/g;

/** The text without placeholders, except those of pending uploads. */
export function withoutPlaceholders(text: string, present: readonly string[]): string {
  return text.replaceAll(placeholders, (placeholder) => (present.includes(placeholder) ? placeholder : ''));
}

/** The text without the references to a file. */
export function withoutReferences(text: string, id: string): string {
  const label = String.raw`!?\[(?:\\.|[^\]\\\n])*\]`;
  return text.replaceAll(new RegExp(`${label}\\(${contentPath(id)}\\)\\n?`, 'g'), '');
}

/** Replaces a part of a field's text and keeps the selection. Undefined if the text has no such part. */
export function replacement(
  {
    value,
    selectionStart,
    selectionEnd,
  }: Pick<HTMLTextAreaElement, 'value' | 'selectionStart' | 'selectionEnd'>,
  part: string,
  insert: string,
): Edit | undefined {
  const from = value.indexOf(part);
  if (from < 0) return undefined;
  const to = from + part.length;
  const moved = (at: number) => (at <= from ? at : Math.max(at, to) - part.length + insert.length);
  return { from, to, insert, selectFrom: moved(selectionStart), selectTo: moved(selectionEnd) };
}
