import type { FileRef } from '#contract/conversation/file-field.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { fileSlots, TextFiles } from '#web/lib/files/TextFiles.tsx';
import { Markdown, type MarkdownProps } from '#web/ui/markdown/Markdown.tsx';
import { BugLink } from './BugLink.tsx';

interface Props extends Omit<MarkdownProps, 'BugLink' | 'files'> {
  /** The files that belong to the text. Those to which it does not refer are shown below it. */
  files?: readonly FileRef[];
}

const none: readonly FileRef[] = [];

/** A text of a bug or a comment with its Markdown, in which `#42` is a link to that bug, and with its files. */
export function FormattedText({ files = none, ...props }: Props): React.JSX.Element {
  if (!useAdditions()) return <Markdown {...props} />;
  return (
    <TextFiles text={props.text} files={files}>
      <Markdown {...props} BugLink={BugLink} files={fileSlots} />
    </TextFiles>
  );
}
