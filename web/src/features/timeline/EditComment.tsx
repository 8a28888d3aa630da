import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Comment } from '#contract/comments.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { ButtonRow } from '#web/ui/ButtonRow.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { CommentEditor } from './CommentEditor.tsx';
import { Difference } from './Difference.tsx';
import { useEditComment } from './mutations.ts';
import { refetchComments } from './queries.ts';
import { texts } from './texts.ts';

interface Props {
  /** As it is stored. */
  comment: Comment;
  bug: Bug;
  onClose: () => void;
}

/** The form that edits a comment. Where someone else edited it too, it shows how, and the next Save replaces that. */
export function EditComment({ comment, bug, onClose }: Props) {
  const client = useQueryClient();
  const [body, setBody] = useState(comment.body);
  const [seen, setSeen] = useState(comment);
  const { mutate, isPending, error, reset } = useEditComment();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The menu that was closed gives the focus back first.
    const timer = setTimeout(() => input.current?.focus());
    return () => clearTimeout(timer);
  }, []);
  const isConflict = error instanceof ApiError && error.status === 412;
  const isOutdated = comment.version > seen.version;

  function save() {
    if (body === comment.body) return onClose();
    if (isOutdated) setSeen(comment);
    mutate(
      { comment: isOutdated ? comment : seen, body },
      {
        onSuccess: onClose,
        onError: (reason) => {
          if (reason instanceof ApiError && reason.status === 412)
            void refetchComments(client, [comment._id]).catch(() => undefined);
        },
      },
    );
  }

  return (
    <>
      {isOutdated && (
        <>
          <Notice severity="warning" title={texts.editedMeanwhile} text={texts.savingReplaces} />
          <Difference label={texts.comment} from={seen.body} to={comment.body} />
        </>
      )}
      {error && !isConflict && <Notice {...problemOf(texts.saveFailed, error)} />}
      <CommentEditor
        bug={bug}
        label={texts.comment}
        value={body}
        onChange={(text) => {
          setBody(text);
          if (!isConflict) reset();
        }}
        onSubmit={save}
        readOnly={isPending}
        inputRef={input}
      />
      <ButtonRow>
        <SubmitButton busy={isPending} onClick={save}>
          {texts.save}
        </SubmitButton>
        <Button onClick={onClose}>{texts.cancel}</Button>
      </ButtonRow>
    </>
  );
}
