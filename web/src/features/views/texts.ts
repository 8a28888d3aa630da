import type { StandardView } from '#contract/bugs/views.ts';
import { inLanguage } from '#web/language/language.ts';

const standardEn: Record<StandardView, string> = {
  'assigned-to-me': 'Assigned to me',
  'filed-by-me': 'Filed by me',
  unassigned: 'Unassigned',
  'high-and-open': 'High and open',
  'changed-this-week': 'Changed this week',
};
const standardDe: Record<StandardView, string> = {
  'assigned-to-me': 'Mir zugewiesen',
  'filed-by-me': 'Von mir gemeldet',
  unassigned: 'Nicht zugewiesen',
  'high-and-open': 'Hoch und offen',
  'changed-this-week': 'Diese Woche geändert',
};

export const texts = inLanguage({
  en: {
    views: 'Views',
    standard: standardEn,
    allBugs: 'All bugs',
    saveAs: 'Save as new view…',
    saveChanges: 'Save changes',
    reset: 'Reset view',
    manage: 'Arrange views…',
    saveFailed: 'Failed to save the view',
    failed: 'Failed to fetch views',
    notFound: 'This view does not exist, or is not shared.',
    goTo: (name: string) => `View ${name}`,
    goToViews: 'Arrange views',
    words: 'views saved filters',
    pinned: 'Pinned views',
  },
  de: {
    views: 'Ansichten',
    standard: standardDe,
    allBugs: 'Alle Bugs',
    saveAs: 'Als neue Ansicht speichern …',
    saveChanges: 'Änderungen speichern',
    reset: 'Ansicht zurücksetzen',
    manage: 'Ansichten ordnen …',
    saveFailed: 'Die Ansicht konnte nicht gespeichert werden',
    failed: 'Die Ansichten konnten nicht geladen werden',
    notFound: 'Diese Ansicht gibt es nicht, oder sie ist nicht geteilt.',
    goTo: (name: string) => `Ansicht ${name}`,
    goToViews: 'Ansichten ordnen',
    words: 'ansichten gespeicherte filter',
    pinned: 'Angeheftete Ansichten',
  },
});
