import { inLanguage } from '#web/language/language.ts';

export const texts = inLanguage({
  en: {
    bugFailed: 'Failed to show the bug',
    resolve: 'Resolve',
    cancel: 'Cancel',
    onlyEditors: (creator: string) => `Only ${creator}, who filed this bug, and admins can do this.`,
    onlyWorkers: (creator: string) =>
      `Only ${creator}, who filed this bug, its assignee and admins can do this.`,
  },
  de: {
    bugFailed: 'Der Bug konnte nicht angezeigt werden',
    resolve: 'Lösen',
    cancel: 'Abbrechen',
    onlyEditors: (creator: string) => `Das können nur ${creator} als Ersteller des Bugs und Admins.`,
    onlyWorkers: (creator: string) =>
      `Das können nur ${creator} als Ersteller des Bugs, die zugewiesene Person und Admins.`,
  },
});
