import type { FileRef } from '#contract/conversation/file-field.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { fileSlots, TextFiles } from '#web/lib/files/TextFiles.tsx';
import { Markdown, type MarkdownProps } from '#web/ui/markdown/Markdown.tsx';
import { BugLink } from './BugLink.tsx';

interface Props extends Omit<MarkdownProps, 'BugLink' | 'files'> {
  /** The files of the text. Those that it does not refer to are shown below it. */
  files?: readonly FileRef[];
}

const none: readonly FileRef[] = [];

/** The Markdown text of a bug or comment with its files; `#42` links to that bug. */
export function FormattedText({ files = none, ...props }: Props): React.JSX.Element {
  if (!useAdditions()) return <Markdown {...props} />;
  return (
    <TextFiles text={props.text} files={files}>
      <Markdown {...props} BugLink={BugLink} files={fileSlots} />
    </TextFiles>
  );
}
