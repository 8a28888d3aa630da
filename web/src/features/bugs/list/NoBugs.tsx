import Button from '@mui/material/Button';
import type { BugFilter } from '#web/lib/api/specified.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { numberIn } from '#web/lib/bug-number.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ButtonLink } from '#web/ui/links.tsx';
import { usePeople } from '#web/features/bugs/data/use-people.ts';
import { describeFilter } from './describe-filter.ts';
import { OpenNumbered } from './OpenNumbered.tsx';
import { listTexts } from './texts.ts';

interface Props {
  /** The filter without matches; the order is irrelevant. */
  filter: BugFilter;
  text: string;
  onClear: () => void;
}

/** An empty list: why, and what to do. */
export function NoBugs({ filter: { sort: _, ...filter }, text, onClear }: Props) {
  const { users } = usePeople().people;
  const hasNumbers = useAdditions();
  const chosen = Object.values(filter).filter(Boolean).length;
  if (chosen === 0 && text === '')
    return (
      <EmptyState
        text={listTexts.none}
        action={
          <ButtonLink to="/bugs/create" variant="outlined">
            {listTexts.fileFirst}
          </ButtonLink>
        }
      />
    );
  const number = hasNumbers ? numberIn(text.trim()) : undefined;
  const isOnly = chosen === 1 && text === '';
  const reason =
    isOnly && filter.assignedTo === 'me'
      ? listTexts.noneAssignedToMe
      : isOnly && filter.createdBy === 'me'
        ? listTexts.noneCreatedByMe
        : listTexts.noneMatch(describeFilter(filter, text, users));
  return (
    <EmptyState
      text={reason}
      action={
        <>
          {number !== undefined && <OpenNumbered number={number} />}
          <Button variant="outlined" onClick={onClear}>
            {chosen > 0 ? listTexts.clearFilters : listTexts.clearSearch}
          </Button>
        </>
      }
    />
  );
}
