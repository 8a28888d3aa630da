import { styled } from '@mui/material/styles';
import type { KeyboardEvent, Ref } from 'react';
import type { Priority, Sort, Status } from '#contract/bugs.ts';
import type { BugFilter } from '#web/lib/api/specified.ts';
import { fieldLabels } from '#web/lib/bug-labels.ts';
import { SearchIcon } from '#web/ui/icons.tsx';
import { SelectInput } from '#web/ui/SelectInput.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { defaultSort } from '#web/features/bugs/data/sorting.ts';
import { priorityOptions, statusOptions } from '#web/features/bugs/form/labels.ts';
import { PersonFilter } from './PersonFilter.tsx';
import { listTexts } from './texts.ts';
import { useSetFilter } from './use-set-filter.ts';

const sorts = [
  defaultSort,
  'createdAt',
  '-updatedAt',
  'updatedAt',
  'title',
  '-title',
  'status',
  '-status',
  '-priority',
  'priority',
] as const satisfies readonly Sort[];

/** The orders by name, for layouts without column headings. */
const sortOptions = sorts.map((value) => ({ value, label: listTexts.sorts[value] }));

const all = { value: '', label: listTexts.all };

interface Props {
  filter: BugFilter;
  text: string;
  onText: (text: string) => void;
  searchBox: Ref<HTMLInputElement>;
  onSearchKey: (event: KeyboardEvent) => void;
}

/** Search and filters. The filters are in the address; the text follows there after a pause in typing. */
export function BugFilters({ filter, text, onText, searchBox, onSearchKey }: Props) {
  const setFilter = useSetFilter();
  return (
    <Row role="search">
      <TextInput
        label={listTexts.search}
        type="search"
        placeholder={listTexts.searchHint}
        autoComplete="off"
        inputRef={searchBox}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onSearchKey}
        startAdornment={<SearchIcon />}
      />
      <SelectInput
        label={fieldLabels.status}
        options={[all, ...statusOptions]}
        value={filter.status ?? ''}
        onChange={(value) => setFilter({ status: (value || undefined) as Status | undefined })}
      />
      <SelectInput
        label={fieldLabels.priority}
        options={[all, ...priorityOptions]}
        value={filter.priority ?? ''}
        onChange={(value) => setFilter({ priority: (value || undefined) as Priority | undefined })}
      />
      <PersonFilter
        label={fieldLabels.assignedTo}
        value={filter.assignedTo}
        mayBeNobody
        onChange={(assignedTo) => setFilter({ assignedTo })}
      />
      <PersonFilter
        label={fieldLabels.createdBy}
        value={filter.createdBy}
        onChange={(createdBy) => setFilter({ createdBy })}
      />
      <SortSlot>
        <SelectInput
          label={listTexts.sort}
          options={sortOptions}
          value={filter.sort ?? defaultSort}
          onChange={(value) => setFilter({ sort: value === defaultSort ? undefined : (value as Sort) })}
        />
      </SortSlot>
    </Row>
  );
}

const Row = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) repeat(4, 152px)',
  gap: theme.spacing(3),
  '& svg': { color: theme.vars.palette.text.secondary },
  [theme.breakpoints.down('md')]: {
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    '& > :first-of-type': { gridColumn: '1 / -1' },
  },
  [theme.breakpoints.down('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
}));

/** Where there are no column headings, this sorts. */
const SortSlot = styled('div')(({ theme }) => ({
  gridColumn: '1 / -1',
  [theme.breakpoints.up('sm')]: { display: 'none' },
}));
