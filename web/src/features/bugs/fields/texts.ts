import { inLanguage } from '#web/language/language.ts';

export const fieldTexts = inLanguage({
  en: {
    assignTo: 'Assign To',
    unknownUser: 'Unknown user',
    setStatus: 'Set status',
    setPriority: 'Set priority',
    setAssignee: 'Set assignee',
    all: 'All',
    me: 'Me',
    unassigned: 'Unassigned',
    loading: 'Loading...',
    peopleFailed: 'Failed to fetch users. Try again',
    titleSort: { ascending: 'Title, A to Z', descending: 'Title, Z to A' },
    statusSort: { ascending: 'Open first', descending: 'Resolved first' },
    prioritySort: { ascending: 'Low priority first', descending: 'High priority first' },
  },
  de: {
    assignTo: 'Zuweisen an',
    unknownUser: 'Unbekanntes Konto',
    setStatus: 'Status setzen',
    setPriority: 'Priorität setzen',
    setAssignee: 'Zuweisen',
    all: 'Alle',
    me: 'Ich',
    unassigned: 'Nicht zugewiesen',
    loading: 'Wird geladen ...',
    peopleFailed: 'Die Personen konnten nicht geladen werden. Noch einmal versuchen',
    titleSort: { ascending: 'Titel, A bis Z', descending: 'Titel, Z bis A' },
    statusSort: { ascending: 'Offene zuerst', descending: 'Gelöste zuerst' },
    prioritySort: { ascending: 'Niedrige Priorität zuerst', descending: 'Hohe Priorität zuerst' },
  },
});
