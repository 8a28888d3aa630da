import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import type { BugReference } from '#contract/bugs/bug-references.ts';
import { StatusChip } from '#web/lib/bugs/bug-chips.tsx';
import { CloseIcon } from '#web/ui/icons.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { texts } from './texts.ts';

interface Props {
  /** The label of their relation to the bug. */
  group: string;
  bugs: readonly BugReference[];
  /** Omitted if the user may not change it. */
  onRemove?: ((bug: BugReference) => void) | undefined;
}

/** Bugs that are related in the same way. */
export function RelatedBugs({ group, bugs, onRemove }: Props) {
  return (
    <List>
      {bugs.map((bug) => (
        <li key={bug._id}>
          <Number>{`#${bug.number}`}</Number>
          {/* Opens the bug even if it is a duplicate. */}
          <TextLink to="/bugs/$id" params={{ id: bug._id }} state={{ isSought: true }} look="plain">
            {bug.title}
          </TextLink>
          <StatusChip status={bug.status} />
          {onRemove && (
            <IconButton
              size="small"
              aria-label={texts.removeOf(group, `#${bug.number}`)}
              onClick={() => onRemove(bug)}
            >
              <CloseIcon />
            </IconButton>
          )}
        </li>
      ))}
    </List>
  );
}

const List = styled('ul')(({ theme }) => ({
  display: 'grid',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': {
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(2),
    minHeight: theme.spacing(8),
    minWidth: 0,
    '@media (pointer: coarse)': { minHeight: theme.spacing(11) },
  },
  '& a': { minWidth: 0, overflowWrap: 'anywhere' },
  '& button': { marginInlineStart: 'auto' },
}));

const Number = styled('span')(({ theme }) => ({
  flexShrink: 0,
  color: theme.vars.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
}));
