const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const address = `/api/files/(${uuid})/content`;

/** The address of a file of the application, as texts refer to it: nothing before it, nothing behind it. */
export const fileTarget = new RegExp(`^${address}$`);
const references = new RegExp(`\\]\\(${address}\\)`, 'g');

/** The id of the file in the address of a link or an image; undefined without one. */
export function fileIdIn(target: string): string | undefined {
  return fileTarget.exec(target)?.[1];
}

/** The ids of the files to which a text with Markdown refers, in the order of the text, each once. Code may look like one. */
export function fileIdsIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(references)].flatMap(([, id]) => id ?? []))];
}
