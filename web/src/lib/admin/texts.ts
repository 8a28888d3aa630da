import { inLanguage } from '#web/language/language.ts';

export const texts = inLanguage({
  en: {
    administration: 'Administration',
    onlyAdmins: 'Only admins can see this page',
    onlyAdminsTab: 'Only for admins',
    askAdmin: 'If you need something that is done here, ask an admin.',
    goToDashboard: 'Go to the dashboard',
  },
  de: {
    administration: 'Verwaltung',
    onlyAdmins: 'Diese Seite ist nur für Admins',
    onlyAdminsTab: 'Nur für Admins',
    askAdmin: 'Wer etwas braucht, das hier erledigt wird, fragt einen Admin.',
    goToDashboard: 'Zur Übersicht',
  },
});
