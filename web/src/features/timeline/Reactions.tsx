import { lazy, Suspense, useState } from 'react';
import {
  addBugReaction,
  type Reaction,
  type ReactionName,
  reactionNames,
  removeBugReaction,
} from '#contract/conversation/comments.ts';
import { formatNumber, listed } from '#web/language/language.ts';
import { Button, IconButton } from '#web/ui/Button.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { ReactionIcon } from '#web/ui/icons.tsx';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { bugName } from '#web/lib/bugs/bug-number.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { emoji, texts } from './texts.ts';
import { bugMailQuery, bugReactionsQuery } from './queries.ts';
import styles from './timeline.module.css';

export const Original = lazy(async () => ({ default: (await import('./Original.tsx')).Original }));

interface Props {
  /** The existing reactions. */
  reactions: readonly Reaction[];
  /** The target of the reactions, for screen readers. */
  about: string;
  busy: boolean;
  /** Adds the user's reaction, or removes it. */
  onToggle: (name: ReactionName, isMine: boolean) => void;
}

/** The reactions to a bug or a comment: pressing one adds or removes the user's own. */
export function Reactions({ reactions, about, busy, onToggle }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  function choose(name: ReactionName) {
    setAnchor(undefined);
    if (!busy)
      onToggle(
        name,
        reactions.some((one) => one.name === name && one.mine),
      );
  }
  return (
    <div className={styles.reactions} role="group" aria-label={texts.reactionsTo(about)}>
      {reactions.map(({ name, count, mine, users }) => {
        const others = count - users.length;
        const names = users.map((user) => user.name);
        const who = listed(others > 0 ? [...names, texts.others(others)] : names);
        return (
          <button
            className={styles.reaction}
            key={name}
            type="button"
            aria-pressed={mine}
            aria-label={`${texts.reactions[name]}: ${who}`}
            title={who}
            onClick={() => choose(name)}
          >
            <span aria-hidden>{emoji[name]}</span>
            <span aria-hidden>{formatNumber(count)}</span>
          </button>
        );
      })}
      <IconButton
        size="small"
        aria-label={texts.react(about)}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <ReactionIcon />
      </IconButton>
      <Menu anchor={anchor} label={texts.react(about)} onClose={() => setAnchor(undefined)}>
        {reactionNames.map((name) => (
          <MenuItem key={name} onClick={() => choose(name)}>
            <span className={styles.emoji} aria-hidden>
              {emoji[name]}
            </span>
            {texts.reactions[name]}
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}

/** The reactions to a bug. While they are loading, the line has its height. */
export function BugReactions({ bug }: { bug: Bug }) {
  const client = useQueryClient();
  const query = bugReactionsQuery(bug._id);
  const { data = [] } = useQuery(query);
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ name, isMine }: { name: ReactionName; isMine: boolean }) =>
      call(isMine ? removeBugReaction : addBugReaction, { params: { id: bug._id, name } }),
    onSuccess: (reactions) => client.setQueryData(query.queryKey, reactions),
  });
  return (
    <>
      <div className={styles.foot}>
        <Reactions
          reactions={data}
          about={bugName(bug)}
          busy={isPending}
          onToggle={(name, isMine) => mutate({ name, isMine })}
        />
        <BugMail bug={bug} />
      </div>
      {error && <Notice {...problemOf(texts.reactFailed, error)} />}
    </>
  );
}

/** The notice that a bug came by e-mail, for users who can read the e-mail. */
function BugMail({ bug }: { bug: Bug }) {
  const { data } = useQuery(bugMailQuery(bug._id));
  const [isOpen, setOpen] = useState(false);
  if (data?.hasOriginal !== true) return null;
  return (
    <>
      <p className={styles.quiet}>{texts.byMail}</p>
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {texts.showOriginal}
      </Button>
      {isOpen && (
        <Suspense>
          <Original of="bug" id={bug._id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
