import { styled } from '@mui/material/styles';
import type { BugFilter, Priority, Status } from '#contract/bugs.ts';
import { SearchIcon } from '#web/ui/icons.tsx';
import { SelectInput } from '#web/ui/SelectInput.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { priorityOptions, statusOptions } from './labels.ts';
import { bugListRoute } from './routes.ts';

const all = { value: '', label: 'All' };

interface Props {
  filter: BugFilter;
  text: string;
  onText: (text: string) => void;
}

/** What the list is narrowed by. The choices live in the address; the text does so a moment after it was typed. */
export function BugFilters({ filter, text, onText }: Props) {
  const navigate = bugListRoute.useNavigate();
  function choose(choice: Pick<BugFilter, 'status' | 'priority'>) {
    void navigate({ search: (before) => ({ ...before, ...choice }), replace: true, resetScroll: false });
  }
  return (
    <Row role="search">
      <TextInput
        label="Search"
        type="search"
        placeholder="Search bugs"
        autoComplete="off"
        value={text}
        onChange={(event) => onText(event.target.value)}
        startAdornment={<SearchIcon />}
      />
      <SelectInput
        label="Status"
        options={[all, ...statusOptions]}
        value={filter.status ?? ''}
        onChange={(value) => choose({ status: (value || undefined) as Status | undefined })}
      />
      <SelectInput
        label="Priority"
        options={[all, ...priorityOptions]}
        value={filter.priority ?? ''}
        onChange={(value) => choose({ priority: (value || undefined) as Priority | undefined })}
      />
    </Row>
  );
}

const Row = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 160px 160px',
  gap: theme.spacing(3),
  '& svg': { color: theme.vars.palette.text.secondary },
  [theme.breakpoints.down('sm')]: {
    gridTemplateColumns: '1fr 1fr',
    '& > :first-of-type': { gridColumn: '1 / -1' },
  },
}));
