import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { FileRef } from '#contract/conversation/file-field.ts';
import { type BugReference, listBugReferences, maxReferences } from '#contract/bugs/bug-references.ts';
import { maxNumber } from '#contract/bugs/bugs.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { type FileSlots, Markdown, type MarkdownProps } from '#web/ui/markdown/Markdown.tsx';
import { fileIdIn, fileIdsIn } from '#contract/conversation/shown-text.ts';
import { isImage } from '#web/lib/files/file.ts';
import { ShownFilesContext } from '#web/lib/files/use-file.tsx';
import { statusLabels } from '#web/lib/bugs/bug-labels.ts';
import { TextLink } from '#web/ui/links.tsx';
import { call } from '#web/lib/api/call.ts';
import { endpointKey } from '#web/lib/api/query.ts';

interface Props extends Omit<MarkdownProps, 'BugLink' | 'files'> {
  /** The files of the text. Those that it does not refer to are shown below it. */
  files?: readonly FileRef[];
}

const none: readonly FileRef[] = [];

/** The Markdown text of a bug or comment with its files; `#42` links to that bug. */
export function FormattedText({ files = none, ...props }: Props): React.JSX.Element {
  const hasAdditions = useAdditions();
  const text = useMemo(() => withoutOnlyFiles(props.text, files), [props.text, files]);
  if (!hasAdditions) return <Markdown {...props} />;
  return (
    <TextFiles text={text} files={files}>
      {text !== '' && <Markdown {...props} text={text} BugLink={BugLink} files={fileSlots} />}
    </TextFiles>
  );
}

/** A line that is a reference to a file. */
const fileLine = /^!?\[(?:\\.|[^\]\\])*\]\(([^()]+)\)$/;

/**
 * If a text consists of references to files alone, one on each line, as in a comment without words, returns only its
 * references to images: the other files are shown below it, like the files of any text. Returns any other text
 * unchanged.
 */
export function withoutOnlyFiles(text: string, files: readonly FileRef[]): string {
  const lines = text.split('\n').map((line) => line.trim());
  const filesOf = lines.map((line) => {
    const id = fileIdIn(fileLine.exec(line)?.[1] ?? '');
    return files.find(({ _id }) => _id === id);
  });
  if (lines.some((line, at) => line !== '' && !filesOf[at])) return text;
  return lines.filter((_, at) => isImage(filesOf[at]?.type ?? '')).join('\n');
}

const loadFiles = () => import('#web/lib/files/shown-files.tsx');
const Lazy = {
  Image: lazy(async () => ({ default: (await loadFiles()).FileImage })),
  Link: lazy(async () => ({ default: (await loadFiles()).FileLink })),
  FilesBelow: lazy(async () => ({ default: (await loadFiles()).FilesBelow })),
  Lightbox: lazy(async () => ({ default: (await import('#web/lib/files/Lightbox.tsx')).Lightbox })),
};

/** Files within a text. Their code is loaded with the first one. */
const fileSlots: FileSlots = {
  Image: (props) => (
    <Suspense fallback={props.alt}>
      <Lazy.Image {...props} />
    </Suspense>
  ),
  Link: (props) => (
    <Suspense fallback={props.children}>
      <Lazy.Link {...props} />
    </Suspense>
  ),
};

interface FilesProps {
  text: string;
  /** The files of the text, both in it and below it. */
  files: readonly FileRef[];
  /** The text as it is shown. */
  children: ReactNode;
}

/** Shows the files that a text does not refer to below it, and its images in a lightbox. */
function TextFiles({ text, files, children }: FilesProps) {
  const [opened, open] = useState<string>();
  const inText = useMemo(() => fileIdsIn(text), [text]);
  const shown = useMemo(() => ({ files, open }), [files]);
  const below = useMemo(() => files.filter(({ _id }) => !inText.includes(_id)), [files, inText]);
  return (
    <ShownFilesContext value={shown}>
      {children}
      {below.length > 0 && (
        <Suspense fallback={<div style={{ height: heightOf(below) }} />}>
          <Lazy.FilesBelow files={below} />
        </Suspense>
      )}
      {opened !== undefined && (
        <Suspense>
          <Lazy.Lightbox
            ids={[...inText, ...below.map(({ _id }) => _id)]}
            opened={opened}
            onOpen={open}
            onClose={() => open(undefined)}
          />
        </Suspense>
      )}
    </ShownFilesContext>
  );
}

/** About as high as the files, so that the content below moves little when they are loaded. */
function heightOf(files: readonly FileRef[]): number {
  const rows = files.filter(({ width }) => width === null).length;
  return rows * 44 + (rows < files.length ? 116 : 0);
}

const struck = { textDecoration: 'line-through' };

/** `#42` as a link to that bug: title and status on hover, struck through if resolved; text if there is none. */
function BugLink({ number }: { number: number }): React.JSX.Element {
  const { data: bug } = useQuery(referenceQuery(number));
  const text = `#${number}`;
  if (bug === null) return <span>{text}</span>;
  const isDone = bug?.status === 'resolved';
  return (
    <TextLink
      to="/bugs/$id"
      params={{ id: String(number) }}
      preload={false}
      style={isDone ? struck : undefined}
      {...(bug && { title: `${bug.title} (${statusLabels[bug.status]})` })}
    >
      {text}
    </TextLink>
  );
}

/** The bugs requested since the last call. */
let waiting = new Map<number, PromiseWithResolvers<BugReference | null>>();

/** The data for a reference to the bug with this number; null if there is none. Batched for a text's references. */
export const referenceQuery = (number: number) =>
  queryOptions({
    queryKey: endpointKey(listBugReferences, number),
    queryFn: () => load(number),
    staleTime: 60_000,
  });

function load(number: number): Promise<BugReference | null> {
  // The server would refuse this number, and with it the whole batch.
  if (number > maxNumber) return Promise.resolve(null);
  // After all references of the rendered text have been requested.
  if (waiting.size === 0) setTimeout(fetchWaiting);
  const known = waiting.get(number) ?? Promise.withResolvers<BugReference | null>();
  waiting.set(number, known);
  return known.promise;
}

function fetchWaiting(): void {
  const asked = [...waiting];
  waiting = new Map();
  for (let at = 0; at < asked.length; at += maxReferences)
    void fetchTogether(new Map(asked.slice(at, at + maxReferences)));
}

async function fetchTogether(asked: typeof waiting): Promise<void> {
  try {
    const found = await call(listBugReferences, { query: { numbers: [...asked.keys()].join(',') } });
    const byNumber = new Map(found.map((bug) => [bug.number, bug]));
    for (const [number, { resolve }] of asked) resolve(byNumber.get(number) ?? null);
  } catch (error) {
    for (const { reject } of asked.values()) reject(error);
  }
}
