import { useNavigate, useSearch } from '@tanstack/react-router';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { useListLayout } from '#web/features/bugs/columns/list-layout.ts';
import { type GroupingField, isGrouping } from '#web/features/bugs/fields/grouping.ts';

/** In the address of a view: its rows are not grouped. */
const ungrouped = 'none';

interface ListGroup {
  /** The field whose values the rows are grouped by. */
  readonly field: GroupingField | undefined;
  /** Its name; null where they are not grouped. */
  readonly group: string | null;
  /** Whether that is something else than the list has by itself. */
  readonly isOther: boolean;
  /** Groups by the field of this name; null for no groups. */
  readonly choose: (group: string | null) => void;
}

/** By which field the rows of the list are grouped: as the address says, or else the view. */
export function useListGroup(): ListGroup {
  const { group: own } = useListLayout().layout;
  const { group: asked }: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const hasAdditions = useAdditions();
  const fields = useBugFields().filter(isGrouping);
  const inAddress = asked === ungrouped ? null : fields.find(({ name }) => name === asked)?.name;
  const group = inAddress === undefined ? own : inAddress;
  return {
    field: hasAdditions ? fields.find(({ name }) => name === group) : undefined,
    group,
    isOther: group !== own,
    choose(wanted) {
      const next = wanted === own ? undefined : (wanted ?? ungrouped);
      void navigate({
        to: '.',
        search: ({ group: _, ...before }: Readonly<Record<string, unknown>>) =>
          (next === undefined ? before : { ...before, group: next }) as never,
        resetScroll: false,
      });
    },
  };
}
