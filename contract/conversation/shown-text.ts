/* Shared by the parser of texts and by code that must not load the parser. */

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const address = `/api/files/(${uuid})/content`;

/** The URL of one of the application's files, as texts refer to it, with nothing before or after it. */
export const fileTarget = new RegExp(`^${address}$`);
const references = new RegExp(`\\]\\(${address}\\)`, 'g');

/** The id of the file in the URL of a link or an image; undefined without one. */
export function fileIdIn(target: string): string | undefined {
  return fileTarget.exec(target)?.[1];
}

/** The ids of the files that a Markdown text refers to, in text order, each once. May include those in code. */
export function fileIdsIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(references)].flatMap(([, id]) => id ?? []))];
}

/**
 * The maximum number of characters highlighted in a code block, and in all blocks of a text together: for some
 * languages, the time is quadratic in the length.
 */
export const maxHighlighted = { block: 5_000, text: 20_000 };
