import { inLanguage } from '#web/language/language.ts';

/** What the screens say of changes that are made without the form. */
export const changeTexts = inLanguage({
  en: {
    change: (label: string, value: string) => `${label}: ${value}, change`,
    saving: 'Saving...',
    fieldOf: (field: string, bug: string) => `${field} of ${bug}`,
    isNow: (what: string, value: string) => `${what} is now ${value}.`,
    isAgain: (what: string, value: string) => `${what} is ${value} again.`,
    stillIs: (what: string, value: string) => `${what} is ${value} as before.`,
    maybeSaved: (what: string) => `It is not known whether ${what} was saved.`,
    keptOthers: (fields: string) => `Changes by someone else were kept: ${fields}.`,
    notChanged: 'Not changed.',
    notUndone: 'Not undone.',
    changedByOther: (what: string, value: string) =>
      `Someone else changed it meanwhile: ${what} is now ${value}.`,
    undo: 'Undo',
    tryAgain: 'Try again',
    setAllTheSame: (value: string) => `Set it to ${value}`,
    close: 'Close',
    delete: 'Delete',
    deleteText: 'Are you sure you want to delete this bug? This action cannot be undone.',
    deleteFailed: 'Failed to delete bug',
  },
  de: {
    change: (label: string, value: string) => `${label}: ${value}, ändern`,
    saving: 'Wird gespeichert ...',
    fieldOf: (field: string, bug: string) => `${field} bei ${bug}`,
    isNow: (what: string, value: string) => `${what} ist jetzt: ${value}.`,
    isAgain: (what: string, value: string) => `${what} ist wieder: ${value}.`,
    stillIs: (what: string, value: string) => `${what} ist wie zuvor: ${value}.`,
    maybeSaved: (what: string) => `Ob die Änderung gespeichert wurde, ist nicht bekannt (${what}).`,
    keptOthers: (fields: string) => `Änderungen einer anderen Person blieben erhalten: ${fields}.`,
    notChanged: 'Nicht geändert.',
    notUndone: 'Nicht rückgängig gemacht.',
    changedByOther: (what: string, value: string) =>
      `Das hat inzwischen jemand anderes geändert. ${what} ist jetzt: ${value}.`,
    undo: 'Rückgängig machen',
    tryAgain: 'Noch einmal versuchen',
    setAllTheSame: (value: string) => `Trotzdem setzen: ${value}`,
    close: 'Schließen',
    delete: 'Löschen',
    deleteText: 'Soll dieser Bug wirklich gelöscht werden? Das lässt sich nicht rückgängig machen.',
    deleteFailed: 'Der Bug konnte nicht gelöscht werden',
  },
});
