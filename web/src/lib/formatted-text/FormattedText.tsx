import { useAdditions } from '#web/lib/api/back-end.ts';
import { Markdown, type MarkdownProps } from '#web/ui/markdown/Markdown.tsx';
import { BugLink } from './BugLink.tsx';

/** A text of a bug or a comment with its Markdown, in which `#42` is a link to that bug. */
export function FormattedText(props: Omit<MarkdownProps, 'BugLink'>): React.JSX.Element {
  const hasNumbers = useAdditions();
  return <Markdown {...props} {...(hasNumbers && { BugLink })} />;
}
