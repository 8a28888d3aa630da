import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { type Reaction, type ReactionName, reactionNames } from '#contract/conversation/comments.ts';
import { formatNumber, listed } from '#web/language/language.ts';
import { AnchoredMenu } from '#web/ui/inputs/AnchoredMenu.tsx';
import { ReactionIcon } from '#web/ui/icons.tsx';
import { emoji, texts } from './texts.ts';

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
    <Row role="group" aria-label={texts.reactionsTo(about)}>
      {reactions.map(({ name, count, mine, users }) => {
        const others = count - users.length;
        const names = users.map((user) => user.name);
        const who = listed(others > 0 ? [...names, texts.others(others)] : names);
        return (
          <Chip
            key={name}
            type="button"
            aria-pressed={mine}
            aria-label={`${texts.reactions[name]}: ${who}`}
            title={who}
            onClick={() => choose(name)}
          >
            <span aria-hidden>{emoji[name]}</span>
            <span aria-hidden>{formatNumber(count)}</span>
          </Chip>
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
      <AnchoredMenu anchor={anchor} label={texts.react(about)} onClose={() => setAnchor(undefined)}>
        {reactionNames.map((name) => (
          <MenuItem key={name} onClick={() => choose(name)}>
            <Emoji aria-hidden>{emoji[name]}</Emoji>
            {texts.reactions[name]}
          </MenuItem>
        ))}
      </AnchoredMenu>
    </Row>
  );
}

const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(1),
  minHeight: theme.spacing(7),
  color: theme.vars.palette.text.secondary,
}));

const Chip = styled('button')(({ theme }) => ({
  ...theme.typography.caption,
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.spacing(1),
  minHeight: theme.spacing(7),
  padding: theme.spacing(0, 2),
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 999,
  color: theme.vars.palette.text.primary,
  background: 'none',
  cursor: 'pointer',
  fontVariantNumeric: 'tabular-nums',
  '&:hover': { backgroundColor: theme.vars.palette.action.hover },
  '&[aria-pressed="true"]': {
    borderColor: theme.vars.palette.secondary.main,
    backgroundColor: theme.vars.palette.secondary.soft,
  },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.secondary.main}`, outlineOffset: 1 },
  '@media (pointer: coarse)': { minHeight: theme.spacing(11), minWidth: theme.spacing(11) },
}));

const Emoji = styled('span')(({ theme }) => ({ marginInlineEnd: theme.spacing(3) }));
