import { inLanguage } from '#web/language/language.ts';

export const texts = inLanguage({
  en: {
    administration: 'Administration',
    onlyAdmins: 'Only admins can see this page',
    onlyAdminsTab: 'Only for admins',
    askAdmin: 'Ask an admin if you need access.',
    goToDashboard: 'Go to the dashboard',
  },
  de: {
    administration: 'Verwaltung',
    onlyAdmins: 'Diese Seite ist nur für Admins',
    onlyAdminsTab: 'Nur für Admins',
    askAdmin: 'Für den Zugang bitte einen Admin fragen.',
    goToDashboard: 'Zur Übersicht',
  },
});
