import { styled } from '@mui/material/styles';
import type { Bug } from '#web/lib/api/specified.ts';
import { Ago } from '#web/lib/time/Ago.tsx';
import { PriorityChip } from '#web/lib/bugs/bug-chips.tsx';
import { PersonName } from '#web/ui/PersonName.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { pageTexts } from './texts.ts';

interface Props {
  bugs: readonly Bug[];
  current: Bug | undefined;
  onChoose: (bug: Bug) => void;
}

/** The bugs waiting for triage; pressing one shows it beside them. */
export function Queue({ bugs, current, onChoose }: Props) {
  return (
    <List as="ol" aria-label={pageTexts.queue}>
      {bugs.map((bug) => (
        <li key={bug._id} data-current={bug._id === current?._id}>
          <button
            type="button"
            aria-current={bug._id === current?._id ? 'true' : undefined}
            onClick={() => onChoose(bug)}
          >
            <span>
              <Quiet>{`#${bug.number} `}</Quiet>
              {bug.title}
            </span>
          </button>
          <About>
            <PriorityChip priority={bug.priority} />
            <PersonName id={bug.createdBy._id} name={bug.createdBy.name} />
            <Ago value={bug.createdAt} />
          </About>
        </li>
      ))}
    </List>
  );
}

const Quiet = styled('span')(({ theme }) => ({
  color: theme.vars.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
}));

const About = styled('div')(({ theme }) => ({
  ...theme.typography.caption,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(1, 2),
  color: theme.vars.palette.text.secondary,
}));

const List = styled(Surface)(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& li': {
    position: 'relative',
    padding: theme.spacing(2, 3),
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
    '&:hover': { backgroundColor: theme.vars.palette.action.hover },
  },
  '& li:last-of-type': { borderBottom: 0 },
  '& li[data-current="true"]': {
    backgroundColor: theme.vars.palette.secondary.soft,
    boxShadow: `inset 3px 0 ${theme.vars.palette.secondary.main}`,
  },
  '& button': {
    ...theme.typography.body2,
    width: '100%',
    minHeight: theme.spacing(8),
    padding: 0,
    border: 0,
    background: 'none',
    color: 'inherit',
    fontWeight: theme.typography.fontWeightMedium,
    textAlign: 'start',
    overflowWrap: 'anywhere',
    cursor: 'pointer',
    // The whole row can be pressed.
    '&::after': { content: '""', position: 'absolute', inset: 0 },
    '&:focus-visible': { outline: 'none' },
    '&:focus-visible::after': {
      outline: `2px solid ${theme.vars.palette.secondary.main}`,
      outlineOffset: -2,
    },
  },
}));
