import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import type { FileRef } from '#contract/conversation/file-field.ts';
import type { FileSlots } from '#web/ui/markdown/Markdown.tsx';
import { fileIdsIn } from '#web/ui/markdown/file-target.ts';

import { ShownFilesContext } from './use-file.ts';

const load = () => import('./shown-files.tsx');
const Lazy = {
  Image: lazy(async () => ({ default: (await load()).FileImage })),
  Link: lazy(async () => ({ default: (await load()).FileLink })),
  FilesBelow: lazy(async () => ({ default: (await load()).FilesBelow })),
  Lightbox: lazy(async () => ({ default: (await import('./Lightbox.tsx')).Lightbox })),
};

/** Files within a text. Their code is loaded with the first one. */
export const fileSlots: FileSlots = {
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

interface Props {
  text: string;
  /** The files of the text, both in it and below it. */
  files: readonly FileRef[];
  /** The text as it is shown. */
  children: ReactNode;
}

/** Shows the files that a text does not refer to below it, and its images in a lightbox. */
export function TextFiles({ text, files, children }: Props) {
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
