import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { type Comment, maxComment } from '#contract/comments.ts';
import { textLength } from '#contract/text.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { type Drafts, useDrafts } from '#web/lib/drafts/use-drafts.ts';
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

/** What is typed, and the comment that it was made of. */
const draft = z.object({ text: z.string(), seen: z.object({ version: z.int(), body: z.string() }) });
type Draft = z.output<typeof draft>;

/** Names the form for its draft. */
export function editFormOf({ _id: id }: Comment): string {
  return `comment edit ${id}`;
}

/**
 * The form that edits a comment. Where someone else edited it too, it shows how, and the next Save replaces that. What is typed
 * is stored as a draft until it is saved or cancelled.
 */
export function EditComment(props: Props) {
  const drafts = useDrafts({ form: editFormOf(props.comment), schema: draft });
  const goOn = useEffectEvent(() => drafts.restore());
  useEffect(() => goOn(), []);
  return <EditForm key={drafts.slot} drafts={drafts} {...props} />;
}

function EditForm({ comment, bug, drafts, onClose }: Props & { drafts: Drafts<Draft> }) {
  const client = useQueryClient();
  const [text, setText] = useState(drafts.restored?.text ?? comment.body);
  const [seen, setSeen] = useState<Draft['seen']>(drafts.restored?.seen ?? comment);
  const { mutate, isPending, error, reset } = useEditComment();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The menu that was closed gives the focus back first.
    const timer = setTimeout(() => input.current?.focus());
    return () => clearTimeout(timer);
  }, []);
  const isConflict = error instanceof ApiError && error.status === 412;
  const isOutdated = comment.version > seen.version;
  const isGone = comment.deletedAt !== null;

  function write(typed: string) {
    setText(typed);
    drafts.keep({ text: typed, seen: { version: seen.version, body: seen.body } });
    if (!isConflict) reset();
  }

  function close() {
    drafts.saved();
    onClose();
  }

  function save() {
    if (isPending || isGone || text.trim() === '' || textLength(text) > maxComment)
      return input.current?.focus();
    if (text === comment.body) return close();
    if (isOutdated) setSeen(comment);
    mutate(
      { comment: isOutdated ? comment : { ...comment, version: seen.version }, body: text },
      {
        onSuccess: close,
        onError: (reason) => {
          if (reason instanceof ApiError && reason.status === 412)
            void refetchComments(client, [comment._id]).catch(() => undefined);
        },
      },
    );
    return undefined;
  }

  return (
    <>
      {isGone && <Notice severity="warning" title={texts.deletedMeanwhile} text={texts.textIsKept} />}
      {isOutdated && !isGone && (
        <>
          <Notice severity="warning" title={texts.editedMeanwhile} text={texts.savingReplaces} />
          <Difference label={texts.comment} from={seen.body} to={comment.body} />
        </>
      )}
      {error && !isConflict && !isGone && <Notice {...problemOf(texts.saveFailed, error)} />}
      <CommentEditor
        bug={bug}
        label={texts.comment}
        value={text}
        onChange={write}
        onSubmit={save}
        readOnly={isPending}
        inputRef={input}
      />
      <ButtonRow>
        {!isGone && (
          <SubmitButton busy={isPending} onClick={save}>
            {texts.save}
          </SubmitButton>
        )}
        <Button onClick={close}>{isGone ? texts.discard : texts.cancel}</Button>
      </ButtonRow>
    </>
  );
}
