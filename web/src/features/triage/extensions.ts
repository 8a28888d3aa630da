import { endpointKey } from '#web/lib/api/query.ts';
import { getBug, listBugs } from '#web/lib/api/specified.ts';
import type { Extensions } from '#web/lib/extensions.ts';
import { QuestionBanner, questionView, triagedView, TriageLink } from './additions.tsx';
import { queueKey, snoozeKey, snoozesQuery, undoControlKey, undoKey, waitingQuery } from './data.ts';
import { extensionTexts } from './texts.ts';

export const triageExtensions: Extensions = {
  shortcuts: [
    { keys: 'g t', label: extensionTexts.go, to: '/triage' },
    { keys: 'y', label: extensionTexts.accept, where: extensionTexts.inTriage },
    { keys: 'l', label: extensionTexts.label, where: extensionTexts.inTriage },
    { keys: 'o', label: extensionTexts.component, where: extensionTexts.inTriage },
    { keys: '1', label: extensionTexts.high, where: extensionTexts.inTriage },
    { keys: '2', label: extensionTexts.medium, where: extensionTexts.inTriage },
    { keys: '3', label: extensionTexts.low, where: extensionTexts.inTriage },
    { keys: 'd', label: extensionTexts.duplicate, where: extensionTexts.inTriage },
    { keys: 'q', label: extensionTexts.ask, where: extensionTexts.inTriage },
    { keys: 'h', name: snoozeKey, label: extensionTexts.snooze, where: extensionTexts.inTriage },
    { keys: 'u', name: undoKey, label: extensionTexts.undo, where: extensionTexts.inTriage },
    { keys: 'Ctrl+z', name: undoControlKey, label: extensionTexts.undo },
  ],
  bugFields: [triagedView, questionView],
  bugBanners: [{ name: 'question', Banner: QuestionBanner }],
  bugListLinks: [{ name: 'triage', Link: TriageLink }],
  auditActions: extensionTexts.actions,
  live: {
    bug: [queueKey, waitingQuery.queryKey],
    snoozes: [snoozesQuery.queryKey, waitingQuery.queryKey],
    triage: [queueKey, waitingQuery.queryKey, endpointKey(listBugs), endpointKey(getBug)],
  },
};
