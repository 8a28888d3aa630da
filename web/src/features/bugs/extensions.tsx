import { bugKinds, namesInQueries } from '#contract/bugs/bug-fields.ts';
import { ResolveDialog } from '#web/lib/bugs/opened.tsx';
import { getBugSettings } from '#contract/bugs/bug-work.ts';
import { bugSettingsQuery } from '#web/lib/bugs/use-bug-rights.ts';
import { listSuspendedUsers } from '#contract/accounts/suspended-users.ts';
import { inWorkspace } from '#web/lib/api/query.ts';
import type { Extensions } from '#web/lib/extensions.ts';
import { suspendedQuery } from '#web/lib/suspended-users.tsx';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { ButtonLink } from '#web/ui/links.tsx';
import { bugsChanged, commentsEdited, namesChanged, peopleChanged } from './data/live.ts';
import { bugCommands } from './change/field-keys.ts';
import { assignedTo, PersonPicker } from './fields/assignee.tsx';
import { description, priority, status, title } from './fields/specified-fields.tsx';
import { PeekPanel } from './list/use-peek.tsx';
import { loadQueries } from './routes.ts';
import { extensionTexts } from './extension-texts.ts';
import { useListAddress } from './search/list-address.ts';
import { boardTexts } from './board/texts.ts';

/** The pages on which keys act on a bug. */
const onBugs = ['list', 'bug'] as const;

export const bugsExtensions: Extensions = {
  shortcuts: [
    { keys: 'g b', label: extensionTexts.goToBugs, to: '/bugs' },
    { keys: 'g k', label: extensionTexts.goToBoard, to: '/board' },
    { keys: 'c', label: extensionTexts.create, to: '/bugs/create#title' },
    { keys: '/', label: extensionTexts.search, to: '/bugs#search' },
    {
      keys: 'f',
      label: extensionTexts.filter,
      where: extensionTexts.inLists,
      group: 'list',
      on: ['list', 'board'],
    },
    {
      keys: 'n',
      label: extensionTexts.notResolved,
      where: extensionTexts.inLists,
      group: 'list',
      on: ['list', 'board'],
    },
    { keys: '↓', label: extensionTexts.fromSearch, group: 'list' },
    {
      keys: 'j',
      label: extensionTexts.next,
      where: extensionTexts.inList,
      repeats: true,
      isLast: true,
      group: 'list',
      on: [...onBugs, 'inbox', 'triage'],
    },
    {
      keys: 'k',
      label: extensionTexts.previous,
      where: extensionTexts.inList,
      repeats: true,
      isLast: true,
      group: 'list',
      on: [...onBugs, 'inbox', 'triage'],
    },
    { keys: 'Space', label: extensionTexts.peek, group: 'list' },
    { keys: 'Escape', label: extensionTexts.closePeek, group: 'list', on: ['list', 'inbox', 'triage'] },
    { keys: 'Enter', label: extensionTexts.open, group: 'list', on: ['list', 'inbox', 'board'] },
    {
      keys: 'x',
      label: extensionTexts.select,
      where: extensionTexts.onRow,
      group: 'list',
      on: ['list', 'inbox'],
    },
    {
      keys: 'b',
      label: extensionTexts.toBulkBar,
      where: extensionTexts.withSelection,
      group: 'list',
    },
    {
      keys: 'e',
      label: extensionTexts.edit,
      words: extensionTexts.editWords,
      where: extensionTexts.onBug,
      group: 'bug',
      on: [...onBugs, 'triage'],
    },
    {
      keys: 's',
      label: extensionTexts.setStatus,
      where: extensionTexts.onBug,
      group: 'bug',
      on: [...onBugs, 'triage'],
    },
    {
      keys: 'p',
      label: extensionTexts.setPriority,
      words: extensionTexts.priorityWords,
      where: extensionTexts.onBug,
      group: 'bug',
      on: [...onBugs, 'triage'],
    },
    {
      keys: 'a',
      label: extensionTexts.assign,
      words: extensionTexts.assignWords,
      where: extensionTexts.onBug,
      group: 'bug',
      on: [...onBugs, 'triage'],
    },
    {
      keys: 'i',
      label: extensionTexts.assignToMe,
      words: extensionTexts.takeWords,
      where: extensionTexts.onBug,
      group: 'bug',
      on: [...onBugs, 'triage'],
    },
    { keys: 'm', label: extensionTexts.moveCard, where: extensionTexts.onCard, group: 'board' },
    { keys: 'Shift+→', label: extensionTexts.moveCardAside, group: 'board' },
    { keys: 'Shift+↓', label: extensionTexts.moveCardDown, group: 'board' },
  ],
  pageCommands: [
    { name: bugCommands.start, label: extensionTexts.start, words: extensionTexts.startWords },
    { name: bugCommands.resolve, label: extensionTexts.resolve, words: extensionTexts.resolveWords },
    { name: bugCommands.reopen, label: extensionTexts.reopen, words: extensionTexts.reopenWords },
    { name: bugCommands.labels, label: extensionTexts.setLabels, words: extensionTexts.labelWords },
    { name: bugCommands.component, label: extensionTexts.setComponent },
    { name: bugCommands.copyLink, label: extensionTexts.copyLink, words: extensionTexts.copyWords },
    { name: bugCommands.display, label: extensionTexts.display, words: extensionTexts.displayWords },
    {
      name: bugCommands.delete,
      label: extensionTexts.delete,
      words: extensionTexts.deleteWords,
      isLast: true,
    },
  ],
  bugFields: [title, description, status, priority, assignedTo],
  bugList: async () => (await import('./list/BugListPage.tsx')).ViewedBugList,
  bugBeside: async () => (await import('./details/BugBeside.tsx')).BugBeside,
  bugListLinks: [{ name: 'board', Link: BoardLink }],
  workspace: [inWorkspace(getBugSettings, bugSettingsQuery), inWorkspace(listSuspendedUsers, suspendedQuery)],
  live: {
    ...Object.fromEntries(Array.from(bugKinds, (kind) => [kind, bugsChanged])),
    comment: commentsEdited,
    ...Object.fromEntries(namesInQueries.map((kind) => [kind, namesChanged])),
    user: peopleChanged,
  },
  // Loading the queries loads their code, so that later calls do not wait for it.
  neededInOutages: [loadQueries, PersonPicker.load, ResolveDialog.load, PeekPanel.load],
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
