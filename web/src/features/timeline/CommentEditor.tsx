import { maxComment } from '#contract/conversation/comments.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { FilesEditor, type FilesEditorProps } from '#web/lib/files/FilesEditor.tsx';
import { peopleOf } from '#web/lib/text-editor/MentionEditor.tsx';

type Props = Omit<FilesEditorProps, 'max' | 'minRows' | 'first'> & { bug: Bug };

/** The field of a comment. */
export function CommentEditor({ bug, ...editor }: Props) {
  return <FilesEditor {...editor} first={peopleOf(bug)} minRows={3} max={maxComment} />;
}
