import { inLanguage, listed } from '#web/language/language.ts';

const others = (names: readonly string[]) => (names.length === 0 ? 'Someone else' : listed(names));

/** The texts on changes without the form. */
export const changeTexts = inLanguage({
  en: {
    change: (label: string, value: string) => `${label}: ${value}, change`,
    saving: 'Saving...',
    updateFailed: 'Failed to update bug',
    quoted: (text: string) => `“${text}”`,
    fieldOf: (field: string, bug: string) => `${field} of ${bug}`,
    isNow: (bug: string, fact: string) => `${bug}: ${fact}`,
    isAgain: (bug: string, fact: string) => `${bug}: ${fact} again`,
    fact: (label: string, value: string) => `${label.toLowerCase()} ${value}`,
    assigned: (name: string) => `assigned to ${name}`,
    unassigned: 'unassigned',
    stillIs: (what: string, value: string) => `${what} is still ${value}.`,
    maybeSaved: (what: string) => `${what} may not have been saved.`,
    keptOthers: (by: readonly string[], fields: string) =>
      `Changes by ${by.length === 0 ? 'someone else' : listed(by)} were kept: ${fields}.`,
    notChanged: 'Not changed.',
    notUndone: 'Not undone.',
    changedByOther: (by: readonly string[], what: string, value: string) =>
      `${others(by)} changed it meanwhile: ${what} is now ${value}.`,
    filed: (bug: string) => `Filed ${bug}`,
    open: 'Open',
    undo: 'Undo',
    resolveTitle: (bug: string) => `Resolve ${bug}`,
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
    updateFailed: 'Der Bug konnte nicht gespeichert werden',
    quoted: (text: string) => `„${text}“`,
    fieldOf: (field: string, bug: string) => `${field} bei ${bug}`,
    isNow: (bug: string, fact: string) => `${bug}: ${fact}`,
    isAgain: (bug: string, fact: string) => `${bug}: wieder ${fact}`,
    fact: (label: string, value: string) => `${label} ${value}`,
    assigned: (name: string) => `zugewiesen an ${name}`,
    unassigned: 'nicht zugewiesen',
    stillIs: (what: string, value: string) => `${what} ist wie zuvor: ${value}.`,
    maybeSaved: (what: string) => `Ob die Änderung gespeichert wurde, ist nicht bekannt (${what}).`,
    keptOthers: (by: readonly string[], fields: string) =>
      `Änderungen ${by.length === 0 ? 'einer anderen Person' : `von ${listed(by)}`} blieben erhalten: ${fields}.`,
    notChanged: 'Nicht geändert.',
    notUndone: 'Nicht rückgängig gemacht.',
    changedByOther: (by: readonly string[], what: string, value: string) =>
      `Das hat inzwischen ${by.length === 0 ? 'jemand anderes' : listed(by)} geändert. ${what} ist jetzt: ${value}.`,
    filed: (bug: string) => `${bug} gemeldet`,
    open: 'Öffnen',
    undo: 'Rückgängig machen',
    resolveTitle: (bug: string) => `${bug} lösen`,
    tryAgain: 'Noch einmal versuchen',
    setAllTheSame: (value: string) => `Trotzdem setzen: ${value}`,
    close: 'Schließen',
    delete: 'Löschen',
    deleteText: 'Soll dieser Bug wirklich gelöscht werden? Das lässt sich nicht rückgängig machen.',
    deleteFailed: 'Der Bug konnte nicht gelöscht werden',
  },
});

/** Why a key does nothing. */
export const keyTexts = inLanguage({
  en: {
    alreadyYours: 'This bug is assigned to you already.',
    notShown: 'This field cannot be changed here. Open the bug to change it.',
    noneYours: 'You cannot change any of the selected bugs.',
    isRunning: 'The selected bugs are still being changed.',
    isEdited: 'The form is open: save or cancel it first.',
    noNext: 'There is no next bug in the list.',
    noPrevious: 'There is no previous bug in the list.',
  },
  de: {
    alreadyYours: 'Dieser Bug ist Ihnen schon zugewiesen.',
    notShown: 'Dieses Feld lässt sich hier nicht ändern. Öffnen Sie dafür den Bug.',
    noneYours: 'Sie dürfen keinen der ausgewählten Bugs ändern.',
    isRunning: 'Die ausgewählten Bugs werden noch geändert.',
    isEdited: 'Das Formular ist offen: erst speichern oder abbrechen.',
    noNext: 'In der Liste gibt es keinen nächsten Bug.',
    noPrevious: 'In der Liste gibt es keinen vorigen Bug.',
  },
});
