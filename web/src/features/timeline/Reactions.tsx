import { useState } from 'react';
import { type Reaction, type ReactionName, reactionNames } from '#contract/conversation/comments.ts';
import { formatNumber, listed } from '#web/language/language.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { ReactionIcon } from '#web/ui/icons.tsx';
import { emoji, texts } from './texts.ts';
import styles from './Reactions.module.css';

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
    <div className={styles.row} role="group" aria-label={texts.reactionsTo(about)}>
      {reactions.map(({ name, count, mine, users }) => {
        const others = count - users.length;
        const names = users.map((user) => user.name);
        const who = listed(others > 0 ? [...names, texts.others(others)] : names);
        return (
          <button
            className={styles.chip}
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
