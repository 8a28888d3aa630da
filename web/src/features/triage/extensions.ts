import { listTriageSnoozes } from '#contract/bugs/triage.ts';
import { endpointKey, inWorkspace } from '#web/lib/api/query.ts';
import { getBug, listBugs } from '#web/lib/api/specified.ts';
import type { Extensions } from '#web/lib/extensions.ts';
import { QuestionBanner, questionView, triagedView, TriageLink } from './additions.tsx';
import { queueKey, snoozeKey, snoozesQuery, undoControlKey, undoKey, waitingQuery } from './data.ts';
import { extensionTexts } from './texts.ts';

export const triageExtensions: Extensions = {
  shortcuts: [
    { keys: 'g t', label: extensionTexts.go, to: '/triage' },
    { keys: 'y', label: extensionTexts.accept, where: extensionTexts.inTriage, group: 'triage' },
    { keys: 'l', label: extensionTexts.label, where: extensionTexts.inTriage, group: 'triage' },
    { keys: 'o', label: extensionTexts.component, where: extensionTexts.inTriage, group: 'triage' },
    { keys: '1', label: extensionTexts.high, where: extensionTexts.inTriage, group: 'triage' },
    { keys: '2', label: extensionTexts.medium, where: extensionTexts.inTriage, group: 'triage' },
    { keys: '3', label: extensionTexts.low, where: extensionTexts.inTriage, group: 'triage' },
    { keys: 'd', label: extensionTexts.duplicate, where: extensionTexts.inTriage, group: 'triage' },
    { keys: 'q', label: extensionTexts.ask, where: extensionTexts.inTriage, group: 'triage' },
    {
      keys: 'h',
      name: snoozeKey,
      label: extensionTexts.snooze,
      where: extensionTexts.inTriage,
      group: 'triage',
    },
    { keys: 'u', name: undoKey, label: extensionTexts.undo, where: extensionTexts.inTriage, group: 'triage' },
    { keys: 'Ctrl+z', name: undoControlKey, label: extensionTexts.undoToo, group: 'triage' },
  ],
  bugFields: [triagedView, questionView],
  bugBanners: [{ name: 'question', Banner: QuestionBanner }],
  bugListLinks: [{ name: 'triage', Link: TriageLink }],
  auditActions: extensionTexts.actions,
  workspace: [inWorkspace(listTriageSnoozes, snoozesQuery)],
  live: {
    bug: [queueKey, waitingQuery.queryKey],
    snoozes: [snoozesQuery.queryKey, waitingQuery.queryKey],
    triage: [queueKey, waitingQuery.queryKey, endpointKey(listBugs), endpointKey(getBug)],
  },
};
