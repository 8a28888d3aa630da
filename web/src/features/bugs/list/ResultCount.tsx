import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { counted, formatNumber } from '#web/language/language.ts';
import { shortcutList } from '#web/lib/keyboard/keyboard-state.ts';
import type { BugFilter } from '#web/lib/api/specified.ts';
import { ListTools } from './ListTools.tsx';
import { NumberedBug } from './NumberedBug.tsx';
import { SeveralValues } from './SeveralValues.tsx';
import { listTexts } from './texts.ts';

interface Props {
  /** How many match, in the server's form; undefined while that is loading. */
  total: string | undefined;
  narrowed: boolean;
  /** The search text. */
  text: string;
  filter: BugFilter;
  onFilter: (change: Partial<BugFilter>) => void;
  onClear: () => void;
}

/**
 * The number of bugs, announced when it changes, and the button that clears the filters. Keeps its line while the number
 * is unknown.
 */
export function ResultCount({ total, narrowed, text, filter, onFilter, onClear }: Props) {
  return (
    <Line>
      <Typography variant="body2" role="status" aria-live="polite">
        {total === undefined ? '\u00a0' : describe(total, narrowed)}
      </Typography>
      <NumberedBug text={text} />
      <SeveralValues filter={filter} onChange={onFilter} />
      {/* An empty list has its own button. */}
      {narrowed && total !== '0' && (
        <Button size="small" onClick={onClear}>
          {listTexts.clearFilters}
        </Button>
      )}
      <Tools>
        <ListTools />
      </Tools>
      <KeysButton size="small" onClick={() => shortcutList.show(true)}>
        {listTexts.shortcuts}
      </KeysButton>
    </Line>
  );
}

function describe(total: string, narrowed: boolean): string {
  const count = Number.parseInt(total, 10);
  const bugs = total.endsWith('+') ? listTexts.atLeast(formatNumber(count)) : counted(count, listTexts.bug);
  return narrowed ? listTexts.found(bugs) : bugs;
}

const Line = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(2),
  minHeight: theme.spacing(7),
  marginBottom: theme.spacing(-2),
  color: theme.vars.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
}));

const Tools = styled('span')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.spacing(1),
  marginInlineStart: 'auto',
  '& > button, & > span > button': { color: theme.vars.palette.text.secondary, fontWeight: 400 },
}));

/** The link to the list for users who disabled its shortcut; hidden without a keyboard. */
const KeysButton = styled(Button)(({ theme }) => ({
  color: theme.vars.palette.text.secondary,
  fontWeight: 400,
  [theme.breakpoints.down('sm')]: { display: 'none' },
}));
