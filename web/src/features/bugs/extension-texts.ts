import { inLanguage } from '#web/language/language.ts';

export const extensionTexts = inLanguage({
  en: {
    goToBugs: 'Go to the bugs',
    create: 'Create a bug',
    search: 'Search the bugs',
    fromSearch: 'From the search box to the first bug, as Enter does',
    next: 'Next bug in the list',
    previous: 'Previous bug in the list',
    open: 'Open the bug at hand',
    select: 'Select the bug at hand',
    edit: 'Edit the bug at hand',
  },
  de: {
    goToBugs: 'Zu den Bugs',
    create: 'Einen Bug melden',
    search: 'Die Bugs durchsuchen',
    fromSearch: 'Vom Suchfeld zum ersten Bug, wie mit Enter',
    next: 'Nächster Bug der Liste',
    previous: 'Voriger Bug der Liste',
    open: 'Diesen Bug öffnen',
    select: 'Diesen Bug auswählen',
    edit: 'Diesen Bug bearbeiten',
  },
});
