import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { maxComment } from '#contract/conversation/comments.ts';
import { textLength } from '#contract/text.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { type Bug, getBug } from '#web/lib/api/specified.ts';
import { statusLabels } from '#web/lib/bugs/bug-labels.ts';
import { ResolveDialog, useIsResolvingAsked } from '#web/lib/bugs/opened.tsx';
import { LeaveQuestion } from '#web/lib/drafts/DraftNotice.tsx';
import { type Drafts, useDrafts } from '#web/lib/drafts/use-drafts.ts';
import { FilesEditor, type FilesEditorProps, NotSent } from '#web/lib/files/FilesEditor.tsx';
import { referencesTo } from '#web/lib/files/file.ts';
import { useUploads } from '#web/lib/files/uploads.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { asQuotation } from '#web/lib/text-editor/edit.ts';
import { randomName } from '#web/lib/api/once-only.ts';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import { Button } from '#web/ui/Button.tsx';
import { selectedMarkdown } from '#web/ui/markdown/selected-markdown.ts';
import { ButtonRow } from '#web/ui/inputs/FormLayout.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { SubmitButton } from '#web/ui/inputs/SubmitButton.tsx';
import { createPortal } from 'react-dom';
import { call } from '#web/lib/api/call.ts';
import { changeBug, undoOf } from '#web/lib/bugs/change/change-bug.ts';
import { ActionNotice } from '#web/ui/ActionNotice.tsx';
import { noticesId } from '#web/ui/FloatingBar.tsx';
import { peopleOf } from '#web/lib/text-editor/MentionEditor.tsx';
import { type BugChange, type NewComment, usePostComment } from './mutations.ts';
import { texts } from './texts.ts';
import styles from './timeline.module.css';

interface Props {
  bug: Bug;
  /** Called with the comment while it is being sent, then with undefined. */
  onPending: (comment: NewComment | undefined) => void;
}

/** The typed comment, and the idempotency name under which it is posted once, however often it is sent. */
const draft = z.object({
  text: z.string(),
  name: z.string(),
  /** The ids of uploaded files. */
  files: z._default(z.array(z.string()), []),
});
type Typed = Pick<z.output<typeof draft>, 'text' | 'files'>;
const nothing: Typed = { text: '', files: [] };
/** A text that a reaction could replace. */
const agreement = /^\s*(\+1|👍)\s*$/;

const formOf = ({ _id: id }: Bug) => `comment ${id}`;

/** The form for a new comment. Its text is stored as a draft of this bug until it is sent. */
export function Composer(props: Props) {
  const drafts = useDrafts({ form: formOf(props.bug), schema: draft });
  const goOn = useEffectEvent(() => drafts.restore());
  // There is one draft of a comment, which is restored without asking.
  useEffect(() => goOn(), []);
  return <Writing key={drafts.slot} drafts={drafts} {...props} />;
}

function Writing({ bug, drafts, onPending }: Props & { drafts: Drafts<z.output<typeof draft>> }) {
  const [{ text, files }, setTyped] = useState<Typed>(drafts.restored ?? nothing);
  /** The latest value, for files that were uploaded meanwhile. */
  const typed = useRef<Typed>({ text, files });
  const [name, setName] = useState(() => drafts.restored?.name ?? randomName());
  /** The bug before a comment, and the change that came with the comment. */
  const [undo, setUndo] = useState<{ before: Bug; change: BugChange }>();
  const [isAsking, setAsking] = useState(false);
  const isResolvingAsked = useIsResolvingAsked();
  const field = useRef<HTMLDivElement>(null);
  const { mayWork } = useBugRights();
  const client = useQueryClient();
  const { whenUploaded, isWaiting, failed } = useUploads(formOf(bug));
  const { mutate, isPending, error, reset } = usePostComment(bug, drafts.saved);
  const step = bug.status === 'resolved' ? ('open' as const) : ('resolved' as const);
  const isBusy = isPending || isWaiting;

  const focus = () => field.current?.querySelector('textarea')?.focus();

  function set(next: Typed) {
    typed.current = next;
    setTyped(next);
  }

  function write(change: Partial<Typed>) {
    if (isPending) return;
    set({ ...typed.current, ...change });
    const isEmpty = typed.current.text === '' && typed.current.files.length === 0;
    drafts.keep(isEmpty ? undefined : { ...typed.current, name });
    reset();
  }

  function quote() {
    const selected = selectedMarkdown(getSelection());
    if (selected !== '') write({ text: `${text === '' ? '' : `${text}\n\n`}${asQuotation(selected)}` });
    focus();
  }
  useShortcuts({ r: quote });

  /** The text to post; undefined if it is empty or too long. */
  function readBody(): string | undefined {
    const { text: written, files: ids } = typed.current;
    const body = written.trim() === '' ? referencesTo(client, ids) : written;
    return body === '' || textLength(body) > maxComment ? undefined : body;
  }

  function send(change?: BugChange) {
    if (!isPending) whenUploaded(field.current, () => post(change));
  }

  function sendWithStep() {
    const isAsked = step === 'resolved' && readBody() !== undefined && isResolvingAsked([bug]);
    if (isAsked && !isBusy) setAsking(true);
    else send({ status: step });
  }

  function post(change: BugChange | undefined) {
    const body = readBody();
    if (body === undefined) return focus();
    const comment = { body, files: typed.current.files, change, name };
    onPending(comment);
    setUndo(undefined);
    mutate(comment, {
      onSuccess() {
        if (change) setUndo({ before: bug, change });
        set(nothing);
        setName(randomName());
      },
      onError(reason) {
        // Another text was posted under the key: resending this one creates a second comment.
        if (reason instanceof ApiError && reason.code === 'idempotency_mismatch') setName(randomName());
      },
      onSettled: () => onPending(undefined),
    });
  }

  return (
    <div className={styles.composer} ref={field} data-screen-only>
      <LeaveQuestion isUnkept={drafts.isUnkept} />
      {undo && <StatusUndo bug={bug} {...undo} onDone={() => setUndo(undefined)} />}
      {error && <Notice {...problemOf(texts.postFailed, error)} />}
      {isAsking && (
        <ResolveDialog
          title={texts.postAndResolve}
          bug={bug}
          resolved={[bug]}
          onResolve={(answers) => {
            setAsking(false);
            send({ ...answers, status: 'resolved' });
          }}
          onClose={() => setAsking(false)}
        />
      )}
      <CommentEditor
        bug={bug}
        label={texts.newComment}
        // While the comment is being sent, the timeline shows it.
        value={isPending ? '' : text}
        onChange={(value) => write({ text: value })}
        form={formOf(bug)}
        files={isPending ? nothing.files : files}
        onFilesChange={(ids) => write({ files: [...ids] })}
        onSubmit={() => send()}
        readOnly={isPending}
        placeholder={texts.placeholder}
        {...(agreement.test(text) && { helperText: texts.reactInstead })}
      />
      <ButtonRow>
        <SubmitButton busy={isBusy} onClick={() => send()}>
          {isWaiting ? texts.waitingForFiles : texts.post}
        </SubmitButton>
        {mayWork(bug) && (
          <Button
            variant="outlined"
            title={texts.sets(statusLabels[step])}
            aria-disabled={isBusy}
            onClick={sendWithStep}
          >
            {step === 'resolved' ? texts.postAndResolve : texts.postAndReopen}
          </Button>
        )}
        <NotSent failed={failed} />
      </ButtonRow>
    </div>
  );
}

interface UndoProps {
  bug: Bug;
  /** The bug before the comment. */
  before: Bug;
  /** The change that came with the comment. */
  change: BugChange;
  onDone: () => void;
}

/** The status set by a comment, with an undo button. */
function StatusUndo({ bug, before, change, onDone }: UndoProps) {
  const { status: set } = change;
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    // The changes of a bug are stored sequentially.
    scope: { id: bug._id },
    async mutationFn() {
      const made = bug.status === set ? bug : await call(getBug, { params: { id: bug._id } });
      // Another user has set a further status, which stays.
      if (made.status !== set) return;
      const also = change.fixedIn === undefined ? [] : (['fixedIn'] as const);
      const wanted = { ...before, status: set };
      const done = { field: 'status', also, seen: before, wanted, asEditor: false } as const;
      const outcome = await changeBug(client, undoOf(done, made));
      // Never replaces what others have set meanwhile.
      if (outcome.is === 'overlapping') throw outcome.refusal;
    },
    onSuccess: onDone,
  });
  const place = document.getElementById(noticesId);
  if (!place || (bug.status !== set && bug.status !== before.status)) return null;
  // Shown among the notices, because the comment has pushed the form below the end of the window.
  return createPortal(
    <ActionNotice
      problem={error ? problemOf(texts.undoFailed, error) : undefined}
      action={{ label: texts.undo, isBusy: isPending, run: () => mutate() }}
      closesItself={!isPending}
      onClose={onDone}
    >
      <strong>{texts.statusIs(statusLabels[set])}</strong>
    </ActionNotice>,
    place,
  );
}

type EditorProps = Omit<FilesEditorProps, 'max' | 'minRows' | 'first'> & { bug: Bug };

/** The field of a comment. */
export function CommentEditor({ bug, ...editor }: EditorProps) {
  return <FilesEditor {...editor} first={peopleOf(bug)} minRows={3} max={maxComment} />;
}
