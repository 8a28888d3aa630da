import { inLanguage } from '#web/language/language.ts';

export const extensionTexts = inLanguage({
  en: {
    triage: 'Triage',
    go: 'Go to triage',
    accept: 'Accept the bug in triage',
    label: 'Add a label in triage',
    component: 'Set the component in triage',
    duplicate: 'Mark the bug as a duplicate in triage',
    ask: 'Ask the reporter in triage',
    snooze: 'Leave the bug out of triage for a while',
    undo: 'Undo the last step of triage',
    high: 'Priority high, in triage',
    medium: 'Priority medium, in triage',
    low: 'Priority low, in triage',
    actions: { 'bugs accepted': 'Bugs accepted in triage' },
  },
  de: {
    triage: 'Sichtung',
    go: 'Zur Sichtung',
    accept: 'Den Bug in der Sichtung annehmen',
    label: 'In der Sichtung ein Label hinzufügen',
    component: 'In der Sichtung die Komponente setzen',
    duplicate: 'In der Sichtung als Duplikat markieren',
    ask: 'In der Sichtung eine Rückfrage stellen',
    snooze: 'Den Bug eine Weile aus der Sichtung nehmen',
    undo: 'Den letzten Schritt der Sichtung rückgängig machen',
    high: 'Priorität hoch, in der Sichtung',
    medium: 'Priorität mittel, in der Sichtung',
    low: 'Priorität niedrig, in der Sichtung',
    actions: { 'bugs accepted': 'Bugs in der Sichtung angenommen' },
  },
});
