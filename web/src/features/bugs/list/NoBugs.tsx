import { useBugFields } from '#web/lib/extensions.ts';
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { suggestSearch } from '#contract/bugs/search-suggestion.ts';
import { inComments, searchesComments } from '#contract/bugs/search.ts';
import { listed } from '#web/language/language.ts';
import { endpointQuery } from '#web/lib/api/query.ts';
import type { BugFilter } from '#web/lib/api/specified.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { fieldLabels } from '#web/lib/bugs/bug-labels.ts';
import { typingPause, useDebounced } from '#web/lib/use-debounced.ts';
import { Button } from '#web/ui/Button.tsx';
import { ButtonRow } from '#web/ui/inputs/FormLayout.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ButtonLink } from '#web/ui/links.tsx';
import { personFilterText } from '#web/features/bugs/fields/assignee.tsx';
import { changeTexts } from '#web/features/bugs/change/texts.ts';
import styles from './list.module.css';
import { listTexts } from './texts.ts';

interface Props {
  /** The filter without matches; the order is irrelevant. */
  filter: BugFilter;
  text: string;
  /** Whether the text is a query. */
  isQuery: boolean;
  onText: (text: string) => void;
  onClear: () => void;
}

/** An empty list: the reason, and what to do. */
export function NoBugs({ filter: { sort: _, ...filter }, text, isQuery, onText, onClear }: Props) {
  const hasComments = useAdditions() && text !== '' && !searchesComments(text);
  const chosen = useFilterTexts(filter);
  if (chosen.length === 0 && text === '')
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
  const described = text === '' ? chosen : [changeTexts.quoted(text), ...chosen];
  const isOnly = chosen.length === 1 && text === '';
  const reason =
    isOnly && filter.assignedTo === 'me'
      ? listTexts.noneAssignedToMe
      : isOnly && filter.createdBy === 'me'
        ? listTexts.noneCreatedByMe
        : listTexts.noneMatch(listed(described));
  return (
    <EmptyState
      text={reason}
      action={
        <ButtonRow className={styles.centred}>
          <DidYouMean filter={filter} text={isQuery ? '' : text} onText={onText} />
          {hasComments && (
            <Button variant="outlined" onClick={() => onText(`${text} ${inComments}`)}>
              {listTexts.searchComments}
            </Button>
          )}
          <Button variant="outlined" onClick={onClear}>
            {chosen.length > 0 ? listTexts.clearFilters : listTexts.clearSearch}
          </Button>
        </ButtonRow>
      }
    />
  );
}

/** Offers a similar search that finds bugs. Reserves its line until it is known whether there is one. */
function DidYouMean({ filter, text, onText }: Pick<Props, 'filter' | 'text' | 'onText'>) {
  const isOffered = useAdditions() && text !== '';
  const settled = useDebounced(text, typingPause);
  const { data } = useQuery({
    ...endpointQuery(suggestSearch, { query: { ...filter, q: text } }),
    enabled: isOffered && settled === text,
    retry: false,
  });
  const suggested = data?.q;
  if (!isOffered) return null;
  return (
    <div className={styles.meant} aria-live="polite">
      {suggested && (
        <Button variant="outlined" onClick={() => onText(suggested)}>
          {listTexts.didYouMean(suggested)}
        </Button>
      )}
    </div>
  );
}

/** A list with an invalid search; the box shows the error. */
export function NotUnderstood({ onClear }: Pick<Props, 'onClear'>): React.JSX.Element {
  return (
    <EmptyState
      text={listTexts.notUnderstood}
      action={
        <Button variant="outlined" onClick={onClear}>
          {listTexts.clearSearch}
        </Button>
      }
    />
  );
}

/** The label of a filter, as `Status: Open`. */
function useFilterTexts(filter: BugFilter): readonly string[] {
  const client = useQueryClient();
  // Names may be loaded later.
  useIsFetching();
  const texts = useBugFields().map(({ label, filterText }) => [label, filterText?.(filter, client)] as const);
  return [...texts, [fieldLabels.createdBy, personFilterText(filter.createdBy, client)] as const].flatMap(
    ([label, value]) => (value === undefined ? [] : [`${label}: ${value}`]),
  );
}
