import { bugKinds, namesInQueries } from '#contract/bugs/bug-fields.ts';
import { ResolveDialog } from '#web/lib/bugs/opened.tsx';
import type { Extensions } from '#web/lib/extensions.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { ButtonLink } from '#web/ui/links.tsx';
import { bugsChanged, commentsEdited, namesChanged, peopleChanged } from './data/live.ts';
import { assignedTo, PersonPicker } from './fields/assignee.tsx';
import { description, priority, status, title } from './fields/specified-fields.tsx';
import { PeekPanel } from './list/use-peek.tsx';
import { bugDetailsPage, bugListPage, createBugPage, loadQueries } from './routes.ts';
import { extensionTexts } from './extension-texts.ts';
import { useListAddress } from './search/list-address.ts';
import { boardTexts } from './board/texts.ts';

export const bugsExtensions: Extensions = {
  shortcuts: [
    { keys: 'g b', label: extensionTexts.goToBugs, to: '/bugs' },
    { keys: 'g k', label: extensionTexts.goToBoard, to: '/board' },
    { keys: 'c', label: extensionTexts.create, to: '/bugs/create#title' },
    { keys: '/', label: extensionTexts.search, to: '/bugs#search' },
    { keys: 'f', label: extensionTexts.filter, where: extensionTexts.inLists },
    { keys: 'n', label: extensionTexts.notResolved, where: extensionTexts.inLists },
    { keys: '↓', label: extensionTexts.fromSearch },
    { keys: 'j', label: extensionTexts.next, where: extensionTexts.inList, repeats: true },
    { keys: 'k', label: extensionTexts.previous, where: extensionTexts.inList, repeats: true },
    { keys: 'Space', label: extensionTexts.peek },
    { keys: 'Escape', label: extensionTexts.closePeek },
    { keys: 'Enter', label: extensionTexts.open },
    { keys: 'x', label: extensionTexts.select, where: extensionTexts.onRow },
    { keys: 'b', label: extensionTexts.toBulkBar, where: extensionTexts.withSelection },
    { keys: 'e', label: extensionTexts.edit, where: extensionTexts.onBug },
    { keys: 's', label: extensionTexts.setStatus, where: extensionTexts.onBug },
    { keys: 'p', label: extensionTexts.setPriority, where: extensionTexts.onBug },
    { keys: 'a', label: extensionTexts.assign, where: extensionTexts.onBug },
    { keys: 'i', label: extensionTexts.assignToMe, where: extensionTexts.onBug },
    { keys: 'm', label: extensionTexts.moveCard, where: extensionTexts.onCard },
    { keys: 'Shift+→', label: extensionTexts.moveCardAside },
    { keys: 'Shift+↓', label: extensionTexts.moveCardDown },
  ],
  bugFields: [title, description, status, priority, assignedTo],
  bugList: async () => (await import('./list/BugListPage.tsx')).ViewedBugList,
  bugBeside: async () => (await import('./details/BugBeside.tsx')).BugBeside,
  bugListLinks: [{ name: 'board', Link: BoardLink }],
  live: {
    ...Object.fromEntries(Array.from(bugKinds, (kind) => [kind, bugsChanged])),
    comment: commentsEdited,
    ...Object.fromEntries(namesInQueries.map((kind) => [kind, namesChanged])),
    user: peopleChanged,
  },
  // Loading the queries loads their code, so that later calls do not wait for it.
  neededInOutages: [
    loadQueries,
    ...[bugListPage, bugDetailsPage, createBugPage].map((page) => async () => page.preload?.()),
    PersonPicker.load,
    ResolveDialog.load,
    PeekPanel.load,
  ],
};

/** Links from the list to the same bugs on the board. */
function BoardLink() {
  const { sort: _, ...filter } = useListAddress().filter;
  if (!useAdditions()) return null;
  return (
    <ButtonLink to="/board" search={filter}>
      {boardTexts.title}
    </ButtonLink>
  );
}
