import { counted, formatNumber, inLanguage } from '#web/language/language.ts';

const character = { one: 'character', other: 'characters' };

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
    /** Where there are too many users for a list. */
    person: {
      find: 'Find a person',
      hint: 'Type a name',
      searching: 'Searching...',
      none: 'No one has this name',
      failed: 'Failed to fetch users',
      open: 'Open',
      close: 'Close',
      cancel: 'Cancel',
    },
    charactersLeft: (left: number) =>
      left < 0 ? `${counted(-left, character)} too long` : `${counted(left, character)} left`,
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
    person: {
      find: 'Person suchen',
      hint: 'Namen eingeben',
      searching: 'Wird gesucht ...',
      none: 'Niemand heißt so',
      failed: 'Die Personen konnten nicht geladen werden',
      open: 'Öffnen',
      close: 'Schließen',
      cancel: 'Abbrechen',
    },
    charactersLeft: (left: number) =>
      left < 0 ? `${formatNumber(-left)} Zeichen zu lang` : `Noch ${formatNumber(left)} Zeichen`,
    prioritySort: { ascending: 'Niedrige Priorität zuerst', descending: 'Hohe Priorität zuerst' },
  },
});
