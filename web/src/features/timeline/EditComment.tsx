import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { type Comment, listCommentVersions, maxComment } from '#contract/conversation/comments.ts';
import { isSameInput } from '#contract/bugs/field.ts';
import { textLength } from '#contract/text.ts';
import { call } from '#web/lib/api/call.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { LeaveQuestion } from '#web/lib/drafts/DraftNotice.tsx';
import { type Drafts, useDrafts } from '#web/lib/drafts/use-drafts.ts';
import { NotSent } from '#web/lib/files/FilesEditor.tsx';
import { useUploads } from '#web/lib/files/uploads.ts';
import { mergeItems } from '#web/lib/merge/merge-parts.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { Button } from '#web/ui/Button.tsx';
import { ButtonRow } from '#web/ui/inputs/FormLayout.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { SubmitButton } from '#web/ui/inputs/SubmitButton.tsx';
import { CommentEditor } from './Composer.tsx';
import { Difference } from './Difference.tsx';
import { useEditComment } from './mutations.ts';
import { refetchComments } from './queries.ts';
import { texts } from './texts.ts';

interface Props {
  /** The stored comment. */
  comment: Comment;
  bug: Bug;
  onClose: () => void;
}

/** The typed text, and the comment it is based on. */
const draft = z.object({
  text: z.string(),
  /** The ids of its files; drafts of earlier versions have none. */
  files: z.optional(z.array(z.string())),
  seen: z.object({ version: z.int(), body: z.string(), files: z.optional(z.array(z.string())) }),
});
type Draft = z.output<typeof draft>;

const idsOf = ({ files }: Comment) => files.map(({ _id }) => _id);

function seenIn(comment: Comment): Draft['seen'] {
  return { version: comment.version, body: comment.body, files: idsOf(comment) };
}

function typedIn(comment: Comment, restored: Draft | undefined) {
  return { text: restored?.text ?? comment.body, files: restored?.files ?? idsOf(comment) };
}

/** The form's name, used for its draft. */
export function editFormOf({ _id: id }: Comment): string {
  return `comment edit ${id}`;
}

/**
 * The form that edits a comment. If another user has also edited the comment, the form shows that change, and the next
 * Save replaces the text and keeps the files of both. The input is stored as a draft until it is saved or cancelled.
 */
export function EditComment(props: Props) {
  const drafts = useDrafts({ form: editFormOf(props.comment), schema: draft });
  const goOn = useEffectEvent(() => drafts.restore());
  useEffect(() => goOn(), []);
  return <EditForm key={drafts.slot} drafts={drafts} {...props} />;
}

function EditForm({ comment, bug, drafts, onClose }: Props & { drafts: Drafts<Draft> }) {
  const client = useQueryClient();
  const stored = idsOf(comment);
  const [{ text, files }, setTyped] = useState(() => typedIn(comment, drafts.restored));
  /** The latest value, for files that were uploaded meanwhile. */
  const typed = useRef({ text, files });
  const form = editFormOf(comment);
  const { queue, isWaiting, whenUploaded, failed } = useUploads(form);
  const [seen] = useState(drafts.restored?.seen ?? seenIn(comment));
  const begunWith = seen.files ?? stored;
  const { mutate, isPending, error, reset } = useEditComment();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // After the closed menu has returned the focus.
    const timer = setTimeout(() => input.current?.focus());
    return () => clearTimeout(timer);
  }, []);
  const isConflict = error instanceof ApiError && error.status === 412;
  const isOutdated = comment.version > seen.version;
  const isGone = comment.deletedAt !== null;

  function write(change: Partial<typeof typed.current>) {
    typed.current = { ...typed.current, ...change };
    setTyped(typed.current);
    drafts.keep({ ...typed.current, seen });
    if (!isConflict) reset();
  }

  function close() {
    queue.clear();
    drafts.saved();
    onClose();
  }

  function save() {
    if (!isPending && !isGone) whenUploaded(input.current?.closest('li'), send);
  }

  function send() {
    const { text: body, files: mine } = typed.current;
    if (body.trim() === '' || textLength(body) > maxComment) return input.current?.focus();
    const ids = mergeItems(begunWith, mine, stored);
    const hasOtherFiles = !isSameInput(mine, begunWith) && !isSameInput(ids, stored);
    if (body === comment.body && !hasOtherFiles) return close();
    mutate(
      {
        comment: isOutdated ? comment : { ...comment, version: seen.version },
        body,
        files: hasOtherFiles ? ids : undefined,
      },
      {
        onSuccess: close,
        onError: (reason) => {
          if (reason instanceof ApiError && reason.status === 412)
            void refetchComments(client, [comment._id]).catch(() => undefined);
        },
      },
    );
  }

  return (
    <>
      <LeaveQuestion isUnkept={drafts.isUnkept} />
      {isGone && <Notice severity="warning" title={texts.deletedMeanwhile} text={texts.textIsKept} />}
      {isOutdated && !isGone && <EditedMeanwhile comment={comment} seen={seen.body} />}
      {error && !isConflict && !isGone && <Notice {...problemOf(texts.saveFailed, error)} />}
      <CommentEditor
        bug={bug}
        label={texts.comment}
        value={text}
        onChange={(value) => write({ text: value })}
        form={form}
        files={files}
        stored={[...begunWith, ...stored]}
        onFilesChange={(ids) => write({ files: [...ids] })}
        onSubmit={save}
        readOnly={isPending}
        inputRef={input}
      />
      <ButtonRow>
        {!isGone && (
          <SubmitButton busy={isPending || isWaiting} onClick={save}>
            {isWaiting ? texts.waitingForFiles : texts.save}
          </SubmitButton>
        )}
        <Button onClick={close}>{isGone ? texts.discard : texts.cancel}</Button>
        <NotSent failed={failed} />
      </ButtonRow>
    </>
  );
}

/** The notice of who else edited the comment, and the differences. */
function EditedMeanwhile({ comment: { _id: id, version, body }, seen }: { comment: Comment; seen: string }) {
  const { data: by = null, isLoading } = useQuery({
    queryKey: ['editor of a comment', id, version],
    queryFn: async () => (await call(listCommentVersions, { params: { id } }))[0]?.by.name ?? null,
  });
  return (
    <>
      {/* Shown only once the name is known, so that the notice is announced just once. */}
      {!isLoading && (
        <Notice severity="warning" title={texts.editedMeanwhile(by)} text={texts.savingReplaces} />
      )}
      <Difference label={texts.comment} from={seen} to={body} />
    </>
  );
}
