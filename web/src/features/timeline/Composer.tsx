import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { Status } from '#contract/bugs.ts';
import { maxComment } from '#contract/comments.ts';
import { textLength } from '#contract/text.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { statusLabels } from '#web/lib/bug-labels.ts';
import { type Drafts, useDrafts } from '#web/lib/drafts/use-drafts.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { useShortcuts } from '#web/lib/keyboard/use-shortcuts.ts';
import { asQuotation } from '#web/lib/text-editor/edit.ts';
import { randomName } from '#web/lib/random-name.ts';
import { useBugRights } from '#web/lib/use-bug-rights.ts';
import { ButtonRow } from '#web/ui/ButtonRow.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { CommentEditor } from './CommentEditor.tsx';
import { type NewComment, usePostComment } from './mutations.ts';
import { StatusUndo } from './StatusUndo.tsx';
import { texts } from './texts.ts';

interface Props {
  bug: Bug;
  /** Called with the comment while it is on its way, and with nothing afterwards. */
  onPending: (comment: NewComment | undefined) => void;
}

/** What is typed, and the name under which it is posted once, however often it is sent. */
const draft = z.object({ text: z.string(), name: z.string() });
/** Says no more than a reaction would. */
const agreement = /^\s*(\+1|👍)\s*$/;

/** The form for a new comment. Its text is stored as a draft of this bug until it is sent. */
export function Composer(props: Props) {
  const drafts = useDrafts({ form: `comment ${props.bug._id}`, schema: draft });
  const goOn = useEffectEvent(() => drafts.restore());
  // There is one comment to write: one that was left goes on by itself.
  useEffect(() => goOn(), []);
  return <Writing key={drafts.slot} drafts={drafts} {...props} />;
}

function Writing({ bug, drafts, onPending }: Props & { drafts: Drafts<z.output<typeof draft>> }) {
  const [text, setText] = useState(drafts.restored?.text ?? '');
  const [name, setName] = useState(() => drafts.restored?.name ?? randomName());
  /** The statuses before and after a comment. */
  const [undo, setUndo] = useState<{ before: Status; set: Status }>();
  const field = useRef<HTMLDivElement>(null);
  const { mayWork } = useBugRights();
  const { mutate, isPending, error, reset } = usePostComment(bug, drafts.saved);
  const step = bug.status === 'resolved' ? ('open' as const) : ('resolved' as const);
  const isEmpty = text.trim() === '';

  const focus = () => field.current?.querySelector('textarea')?.focus();

  function write(typed: string) {
    if (isPending) return;
    setText(typed);
    drafts.keep(typed === '' ? undefined : { text: typed, name });
    reset();
  }

  function quote() {
    const selected = getSelection()?.toString().trim() ?? '';
    if (selected !== '') write(`${text === '' ? '' : `${text}\n\n`}${asQuotation(selected)}`);
    focus();
  }
  useShortcuts({ r: quote });

  function send(status: Status | undefined) {
    if (isPending || isEmpty || textLength(text) > maxComment) return focus();
    const comment = { body: text, status, name };
    onPending(comment);
    setUndo(undefined);
    mutate(comment, {
      onSuccess() {
        if (status) setUndo({ before: bug.status, set: status });
        setText('');
        setName(randomName());
      },
      onError(reason) {
        // The server has said that another text was posted under the name: sent again, this is a second comment.
        if (reason instanceof ApiError && reason.code === 'idempotency_mismatch') setName(randomName());
      },
      onSettled: () => onPending(undefined),
    });
    return undefined;
  }

  return (
    <Form ref={field}>
      {undo && <StatusUndo bug={bug} {...undo} onDone={() => setUndo(undefined)} />}
      {error && <Notice {...problemOf(texts.postFailed, error)} />}
      <CommentEditor
        bug={bug}
        label={texts.newComment}
        // Meanwhile it stands in the timeline.
        value={isPending ? '' : text}
        onChange={write}
        onSubmit={() => send(undefined)}
        readOnly={isPending}
        placeholder={texts.placeholder}
        {...(agreement.test(text) && { helperText: texts.reactInstead })}
      />
      <ButtonRow>
        <SubmitButton busy={isPending} onClick={() => send(undefined)}>
          {texts.post}
        </SubmitButton>
        {mayWork(bug) && (
          <Button
            variant="outlined"
            title={texts.sets(statusLabels[step])}
            aria-disabled={isPending}
            onClick={() => send(step)}
          >
            {step === 'resolved' ? texts.postAndResolve : texts.postAndReopen}
          </Button>
        )}
      </ButtonRow>
    </Form>
  );
}

const Form = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(3),
}));
