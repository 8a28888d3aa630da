import { inLanguage } from '#web/language/language.ts';

export const adminTexts = inLanguage({
  en: {
    title: 'Versions',
    create: 'Create version',
    empty: 'There are no versions yet. Once there are, bugs can be found in them and fixed in them.',
    failed: 'Failed to fetch the versions',
    saveFailed: 'Failed to save the version',
    moveFailed: 'Failed to move the version',
    deleteFailed: 'Failed to delete the version',
    version: 'Version',
    state: 'State',
    date: 'Date',
    editTitle: 'Edit version',
    dateHelp: 'The day of the release, or the planned one',
    release: 'Mark as released',
    deleteTitle: 'Delete version',
    deleteText: 'Only a version that no bug has can be deleted. This action cannot be undone.',
  },
  de: {
    title: 'Versionen',
    create: 'Version anlegen',
    empty:
      'Es gibt noch keine Versionen. Sobald es welche gibt, kann bei Bugs stehen, in welchen sie gefunden und in welcher sie behoben sind.',
    failed: 'Die Versionen konnten nicht geladen werden',
    saveFailed: 'Die Version konnte nicht gespeichert werden',
    moveFailed: 'Die Version konnte nicht verschoben werden',
    deleteFailed: 'Die Version konnte nicht gelöscht werden',
    version: 'Version',
    state: 'Zustand',
    date: 'Datum',
    editTitle: 'Version bearbeiten',
    dateHelp: 'Der Tag der Veröffentlichung, oder der geplante',
    release: 'Als veröffentlicht markieren',
    deleteTitle: 'Version löschen',
    deleteText:
      'Nur eine Version, die kein Bug hat, kann gelöscht werden. Das lässt sich nicht rückgängig machen.',
  },
});
