import { inLanguage } from '#web/language/language.ts';

export const texts = inLanguage({
  en: {
    dashboard: 'Dashboard',
    go: 'Go to the dashboard',
    welcome: (name: string) => `Welcome, ${name}!`,
    total: 'Total Bugs',
    open: 'Open Bugs',
    inProgress: 'In Progress',
    resolved: 'Resolved',
    assignedToMe: 'Bugs Assigned to Me',
    failed: 'Failed to fetch dashboard statistics',
    loading: 'Loading',
  },
  de: {
    dashboard: 'Übersicht',
    go: 'Zur Übersicht',
    welcome: (name: string) => `Willkommen, ${name}!`,
    total: 'Bugs insgesamt',
    open: 'Offene Bugs',
    inProgress: 'In Arbeit',
    resolved: 'Gelöst',
    assignedToMe: 'Mir zugewiesene Bugs',
    failed: 'Die Zahlen der Übersicht konnten nicht geladen werden',
    loading: 'Wird geladen',
  },
});
