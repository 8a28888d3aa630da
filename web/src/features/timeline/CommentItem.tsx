import { useQueryClient } from '@tanstack/react-query';
import { lazy, memo, Suspense, useEffect, useRef, useState } from 'react';
import { type Comment, commentPermissions } from '#contract/conversation/comments.ts';
import { originalDays } from '#contract/conversation/mail-in.ts';
import { can, isAdmin } from '#contract/permissions.ts';
import { Ago } from '#web/lib/time.tsx';
import type { Bug } from '#web/lib/api/specified.ts';
import { commentAnchor } from '#web/lib/bugs/comment-anchor.ts';
import { draftOf } from '#web/lib/drafts/draft-store.ts';
import { fileQuery } from '#web/lib/files/file.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import type { User } from '#web/lib/session/session.ts';
import { Button, IconButton } from '#web/ui/Button.tsx';
import { ChoiceMenu } from '#web/ui/inputs/ChoiceMenu.tsx';
import { copyToClipboard } from '#web/ui/clipboard.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { MoreIcon } from '#web/ui/icons.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { LoadingText } from '#web/ui/states/LoadingText.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { PersonName } from '#web/ui/PersonName.tsx';
import { Sentence } from '#web/ui/Sentence.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { FormattedText } from '#web/lib/formatted-text/FormattedText.tsx';
import { EditComment, editFormOf } from './EditComment.tsx';
import { type NewComment, useDeleteComment, useReactToComment, useTickComment } from './mutations.ts';
import { Original, Reactions } from './Reactions.tsx';
import { texts } from './texts.ts';
import styles from './timeline.module.css';

const Versions = lazy(async () => ({
  default: (await import('./Versions.tsx')).Versions,
}));

const MailedText = lazy(async () => ({ default: (await import('./Versions.tsx')).MailedText }));

interface Props {
  comment: Comment;
  bug: Bug;
  /** Whether the address names the comment, which is then scrolled to and focused. */
  isLinked: boolean;
}

/** A comment: to read, and for its author and admins to edit and delete. */
export const CommentItem = memo(function CommentItem({ comment, bug, isLinked }: Props) {
  const { _id: id, author, body, createdAt, version, deletedAt, mentions, files } = comment;
  const user = useUser();
  const tick = useTickComment(comment);
  const card = useRef<HTMLLIElement>(null);
  // An edit with a draft is reopened.
  const [isEditing, setEditing] = useState(
    () => draftOf({ userId: user._id, form: editFormOf(comment) }) !== undefined,
  );
  /** The text with pending ticks applied. */
  const [ticked, setTicked] = useState<string>();
  const [showsVersions, setShowsVersions] = useState(false);
  const [showsMail, setShowsMail] = useState(false);
  useEffect(() => {
    if (!isLinked) return;
    card.current?.scrollIntoView({ block: 'center' });
    // The page's heading takes the focus first.
    queueMicrotask(() => card.current?.focus({ preventScroll: true }));
  }, [isLinked]);

  function focusCard() {
    // After the closed element has returned the focus.
    setTimeout(() => card.current?.focus());
  }

  function closeEdit() {
    setEditing(false);
    focusCard();
  }

  function onTick(to: string) {
    setTicked(to);
    tick.mutate({ comment, from: ticked ?? body, to }, { onSettled: () => setTicked(undefined) });
  }

  return (
    <li
      className={styles.card}
      ref={card}
      id={commentAnchor.of(id)}
      tabIndex={-1}
      data-linked={isLinked}
      aria-label={texts.commentBy(author.name)}
    >
      <div className={styles.head}>
        <b>
          <PersonName id={author._id} name={author.name} />
        </b>
        <TextLink to="/bugs/$id" params={{ id: bug._id }} hash={commentAnchor.of(id)} look="plain">
          <Ago value={createdAt} />
        </TextLink>
        <MailMark comment={comment} isOpen={showsMail} onToggle={() => setShowsMail(!showsMail)} />
        {version > 1 && deletedAt === null && (
          <Button size="small" aria-expanded={showsVersions} onClick={() => setShowsVersions(!showsVersions)}>
            {texts.edited}
          </Button>
        )}
        {deletedAt === null && (
          <Actions comment={comment} bug={bug} onEdit={() => setEditing(true)} onDeleted={focusCard} />
        )}
      </div>
      {showsVersions && deletedAt === null && (
        <Suspense fallback={<LoadingText />}>
          <Versions commentId={id} version={version} />
        </Suspense>
      )}
      <WholeMail comment={comment} isOpen={showsMail} />
      {deletedAt !== null && (
        <p className={styles.quiet}>
          <Sentence
            text={texts.deleted}
            parts={{ name: deleterOf(comment), ago: <Ago value={deletedAt} /> }}
          />
        </p>
      )}
      {isEditing && <EditComment comment={comment} bug={bug} onClose={closeEdit} />}
      {deletedAt === null && !isEditing && (
        <FormattedText
          text={ticked ?? body}
          mentions={mentions}
          files={files}
          {...(can(user, commentPermissions.edit, comment) && { onTick })}
        />
      )}
      {tick.error && <Notice {...problemOf(texts.saveFailed, tick.error)} />}
      {deletedAt === null && <CommentReactions comment={comment} />}
    </li>
  );
});

interface MailProps {
  comment: Comment;
  isOpen: boolean;
}

/** The mark of a comment that came by e-mail. */
function MailMark({ comment, isOpen, onToggle }: MailProps & { onToggle: () => void }) {
  if (!comment.isMailed) return null;
  return (
    <>
      <p className={styles.quiet}>{texts.byMail}</p>
      {comment.isTrimmed && (
        <Button size="small" aria-expanded={isOpen} onClick={onToggle}>
          {isOpen ? texts.hideTrimmed : texts.showTrimmed}
        </Button>
      )}
    </>
  );
}

function WholeMail({ comment, isOpen }: MailProps) {
  if (!comment.isMailed || !isOpen) return null;
  return (
    <Suspense fallback={<LoadingText />}>
      <MailedText commentId={comment._id} />
    </Suspense>
  );
}

const deleterOf = ({ deletedBy }: Comment) => deletedBy?.name ?? '';

function CommentReactions({ comment }: { comment: Comment }) {
  const react = useReactToComment();
  return (
    <>
      <Reactions
        reactions={comment.reactions}
        about={texts.commentBy(comment.author.name)}
        busy={react.isPending}
        onToggle={(name, isMine) => react.mutate({ comment, name, isMine })}
      />
      {react.error && <Notice {...problemOf(texts.reactFailed, react.error)} />}
    </>
  );
}

interface ActionsProps {
  comment: Comment;
  bug: Bug;
  onEdit: () => void;
  onDeleted: () => void;
}

function Actions({ comment, bug, onEdit, onDeleted }: ActionsProps) {
  const user = useUser();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [deleting, setDeleting] = useState(false);
  const [copied, setCopied] = useState(false);
  const [showsOriginal, setShowsOriginal] = useState(false);
  const { mutate, isPending, error, reset } = useDeleteComment(onDeleted);
  const acts = {
    copy: async () => setCopied(await copyToClipboard(addressOf(bug, comment))),
    original: () => setShowsOriginal(true),
    edit: onEdit,
    delete: () => setDeleting(true),
  };
  const options = [
    { value: 'copy', label: texts.copyLink },
    ...(mayHaveOriginal(comment, user) ? [{ value: 'original', label: texts.showOriginal }] : []),
    ...(can(user, commentPermissions.edit, comment) ? [{ value: 'edit', label: texts.edit }] : []),
    ...(can(user, commentPermissions.delete, comment) ? [{ value: 'delete', label: texts.delete }] : []),
  ];
  function close() {
    reset();
    setDeleting(false);
  }
  return (
    <>
      <VisuallyHidden role="status">{copied && texts.linkCopied}</VisuallyHidden>
      {deleting && (
        <ConfirmDialog
          open
          title={texts.deleteTitle}
          text={texts.deleteText}
          confirmLabel={texts.delete}
          busy={isPending}
          problem={error ? problemOf(texts.deleteFailed, error) : undefined}
          onConfirm={() => mutate(comment)}
          onClose={close}
        />
      )}
      {showsOriginal && (
        <Suspense>
          <Original of="comment" id={comment._id} onClose={() => setShowsOriginal(false)} />
        </Suspense>
      )}
      <ChoiceMenu
        anchor={anchor}
        label={texts.actions}
        options={options}
        onChoose={(act) => void acts[act as keyof typeof acts]()}
        onClose={() => setAnchor(undefined)}
      />
      <IconButton
        size="small"
        aria-label={texts.actionsOf(comment.author.name)}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <MoreIcon />
      </IconButton>
    </>
  );
}

const day = 24 * 60 * 60_000;

/** Whether the user could read the e-mail that became the comment: it may be deleted already. */
function mayHaveOriginal({ isMailed, author, createdAt }: Comment, user: User): boolean {
  return (
    isMailed &&
    (isAdmin(user) || author._id === user._id) &&
    Date.now() - Date.parse(createdAt) < originalDays * day
  );
}

/** The address of a comment, with the number of its bug, which people can read and type. */
function addressOf({ number, _id: bugId }: Bug, { _id: id }: Comment): string {
  return `${location.origin}/bugs/${number ?? bugId}#${commentAnchor.of(id)}`;
}

/** A comment that is being sent. */
export function PendingComment({ body, files }: Pick<NewComment, 'body' | 'files'>) {
  const { _id: id, name } = useUser();
  const client = useQueryClient();
  const uploaded = files.flatMap((file) => client.getQueryData(fileQuery(file).queryKey) ?? []);
  return (
    <div className={styles.card} data-pending>
      <div className={styles.head}>
        <b>
          <PersonName id={id} name={name} />
        </b>
        <span role="status">{texts.sending}</span>
      </div>
      <FormattedText text={body} files={uploaded} />
    </div>
  );
}
