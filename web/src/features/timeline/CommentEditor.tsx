import { maxComment } from '#contract/comments.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import type { MarkdownEditorProps } from '#web/lib/text-editor/MarkdownEditor.tsx';
import { MentionEditor, peopleOf } from '#web/lib/text-editor/MentionEditor.tsx';

type Props = Omit<MarkdownEditorProps, 'max' | 'minRows' | 'handle' | 'onKeyDown'> & { bug: Bug };

/** The field of a comment. */
export function CommentEditor({ bug, ...editor }: Props) {
  return <MentionEditor {...editor} first={peopleOf(bug)} minRows={3} max={maxComment} />;
}
