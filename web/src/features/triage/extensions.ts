import type { Extensions } from '#web/lib/extensions.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { getBug, listBugs } from '#web/lib/api/specified.ts';
import { extensionTexts } from './extension-texts.ts';
import { snoozeKey, undoControlKey, undoKey } from './keys.ts';
import { questionView, triagedView } from './fields.tsx';
import { queueKey, snoozesQuery, waitingQuery } from './queries.ts';
import { QuestionBanner } from './QuestionBanner.tsx';
import { TriageLink } from './TriageLink.tsx';

export const triageExtensions: Extensions = {
  shortcuts: [
    { keys: 'g t', label: extensionTexts.go, to: '/triage' },
    { keys: 'y', label: extensionTexts.accept },
    { keys: 'l', label: extensionTexts.label },
    { keys: 'o', label: extensionTexts.component },
    { keys: '1', label: extensionTexts.high },
    { keys: '2', label: extensionTexts.medium },
    { keys: '3', label: extensionTexts.low },
    { keys: 'd', label: extensionTexts.duplicate },
    { keys: 'q', label: extensionTexts.ask },
    { keys: 'h', name: snoozeKey, label: extensionTexts.snooze },
    { keys: 'u', name: undoKey, label: extensionTexts.undo },
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
