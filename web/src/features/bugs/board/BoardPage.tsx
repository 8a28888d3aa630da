import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { ButtonMenu } from '#web/ui/inputs/ButtonMenu.tsx';
import { ButtonRow } from '#web/ui/inputs/FormLayout.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ButtonLink, ButtonTo } from '#web/ui/links.tsx';
import { Page } from '#web/ui/Page.tsx';
import { filterIn } from '#web/features/bugs/data/queries.ts';
import { BugFilters, useSearchKey } from '#web/features/bugs/list/BugFilters.tsx';
import { listTexts } from '#web/features/bugs/list/texts.ts';
import { useListFilter } from '#web/features/bugs/search/use-list-filter.ts';
import { useTypedSearch } from '#web/features/bugs/search/use-searched.ts';
import { failuresOf } from '#web/features/bugs/search/QueryHelp.tsx';
import { BoardColumns } from './BoardColumns.tsx';
import { useGroupings } from '#web/features/bugs/fields/grouping.ts';
import { boardTexts } from './texts.ts';

const route = getRouteApi('/signed-in/board');

export function BoardPage(): React.JSX.Element {
  if (useAdditions()) return <Board />;
  return (
    <Page title={boardTexts.title} tabTitle={boardTexts.title}>
      <EmptyState text={boardTexts.notOffered} />
    </Page>
  );
}

/** The bugs of a filter as cards in columns. */
function Board() {
  const address = route.useSearch();
  const navigate = useNavigate();
  const search = useMemo(() => filterIn(address), [address]);
  const filter = useMemo(() => {
    const { q: _q, query: _query, sort: _sort, ...rest } = search;
    return rest;
  }, [search]);
  const typed = useTypedSearch();
  const chosen = useListFilter(filter, typed);
  const searchBox = useSearchKey();
  const groupings = useGroupings();
  const field = groupings.find(({ name }) => name === address.group) ?? groupings[0];
  const { q, query } = typed.settled;
  const inColumns = useMemo(() => ({ ...filter, q: q || undefined, query }), [filter, q, query]);
  return (
    <Page
      title={boardTexts.title}
      tabTitle={boardTexts.title}
      isDense
      actions={
        <ButtonRow>
          {field && (
            <ButtonMenu
              size="medium"
              label={boardTexts.columnsBy(field.label)}
              options={groupings.map(({ name, label }) => ({ value: name, label }))}
              onChoose={(group) =>
                void navigate({ to: '/board', search: { ...search, group }, resetScroll: false })
              }
            />
          )}
          <ButtonLink to="/bugs" search={search}>
            {boardTexts.list}
          </ButtonLink>
          <ButtonTo to="/bugs/create" variant="contained">
            {listTexts.createNew}
          </ButtonTo>
        </ButtonRow>
      }
    >
      <BugFilters
        filter={chosen.filter}
        onFilter={chosen.change}
        vocabulary={chosen.vocabulary}
        typed={typed}
        problem={failuresOf(typed.error, null).problem}
        searchBox={searchBox}
        onSearchKey={() => undefined}
      />
      {field && <BoardColumns key={field.name} field={field} filter={inColumns} />}
    </Page>
  );
}
