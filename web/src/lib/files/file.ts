import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  contentPath,
  type FileRef,
  imageTypes,
  listFiles,
  maxFileIds,
} from '#contract/conversation/files.ts';
import type { Edit } from '#web/lib/text-editor/edit.ts';
import { locale } from '#web/language/language.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointKey } from '#web/lib/api/query.ts';

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

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
const formats = units.map(
  (unit) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: unit === 'byte' ? 'long' : 'short',
      maximumSignificantDigits: 3,
      maximumFractionDigits: 0,
      // All digits before the point: up to 1,023 are in the same unit.
      roundingPriority: 'morePrecision',
    }),
);

/** A number of bytes in the browser's locale, in units of 1,024 like the server's limits. */
export function formatSize(bytes: number): string {
  let unit = 0;
  let count = bytes;
  // A value that rounds to 1,024 is shown in the next unit.
  while (Math.round(count) >= 1024 && unit < units.length - 1) {
    count /= 1024;
    unit += 1;
  }
  return formats[unit]?.format(count) ?? '';
}

/**
 * How long a signed URL is used, in milliseconds: a minute less than its minimum validity. The time counts from the
 * response, because the server's clock may differ from the browser's.
 */
const freshFor = 4 * 60_000;
/** The interval at which a missing file is requested again. */
const missingFor = 60_000;
/** Files requested within this time are fetched together. */
const gathering = 10;

/** The files requested since the last call. */
let waiting = new Map<string, PromiseWithResolvers<FileRef | null>>();

/**
 * A file with a signed URL of its content, renewed before it expires; null if there is none. A page's files are fetched
 * together.
 */
export const fileQuery = (id: string) =>
  queryOptions({
    queryKey: endpointKey(listFiles, id),
    queryFn: () => load(id),
    staleTime: ({ state: { data } }) => lifetime(data),
    refetchInterval: ({ state: { data } }) => (data ? lifetime(data) : false),
  });

function lifetime(file: FileRef | null | undefined): number {
  return file ? freshFor : missingFor;
}

/** Whether the URL of a cached file is still valid. After sleep, it may have expired long ago. */
export function isFresh(client: QueryClient, id: string): boolean {
  const age = Date.now() - (client.getQueryState(fileQuery(id).queryKey)?.dataUpdatedAt ?? 0);
  return age >= 0 && age < freshFor;
}

function load(id: string): Promise<FileRef | null> {
  if (waiting.size === 0) setTimeout(fetchWaiting, gathering);
  const known = waiting.get(id) ?? Promise.withResolvers<FileRef | null>();
  waiting.set(id, known);
  return known.promise;
}

function fetchWaiting(): void {
  const asked = [...waiting];
  waiting = new Map();
  for (let at = 0; at < asked.length; at += maxFileIds)
    void fetchTogether(new Map(asked.slice(at, at + maxFileIds)));
}

async function fetchTogether(asked: typeof waiting): Promise<void> {
  try {
    const found = await call(listFiles, { query: { ids: [...asked.keys()].join(',') } });
    const byId = new Map(found.map((file) => [file._id, file]));
    for (const [id, { resolve }] of asked) resolve(byId.get(id) ?? null);
  } catch (error) {
    for (const { reject } of asked.values()) reject(error);
  }
}

/** A text that refers to these files, if loaded, for comments without their own text. */
export function referencesTo(client: QueryClient, ids: readonly string[]): string {
  const files = ids.flatMap((id) => client.getQueryData(fileQuery(id).queryKey) ?? []);
  return files.map(referenceTo).join('\n');
}
