import { inLanguage } from '#web/language/language.ts';

export const pageTexts = inLanguage({
  en: {
    title: 'Components',
    create: 'Create component',
    empty:
      'There are no components yet. With one, bugs can be sorted by the part of the product that they are about.',
    failed: 'Failed to fetch the components',
    saveFailed: 'Failed to save the component',
    deleteFailed: 'Failed to delete the component',
    component: 'Component',
    owner: 'Owner',
    ownerHint: 'Default assignee for new bugs.',
    template: 'Template',
    templateHint: 'What the description of a new bug begins with, such as steps, expected and actual result.',
    hasTemplate: 'Yes',
    editTitle: 'Edit component',
    deleteTitle: 'Delete component',
    deleteText:
      'Delete a component only when no bug uses it. Others can be archived. This action cannot be undone.',
  },
  de: {
    title: 'Komponenten',
    create: 'Komponente anlegen',
    empty:
      'Es gibt noch keine Komponenten. Mit ihnen lassen sich Bugs nach dem Teil des Produkts sortieren, um den es geht.',
    failed: 'Die Komponenten konnten nicht geladen werden',
    saveFailed: 'Die Komponente konnte nicht gespeichert werden',
    deleteFailed: 'Die Komponente konnte nicht gelöscht werden',
    component: 'Komponente',
    owner: 'Zuständig',
    ownerHint: 'Bekommt neue Bugs, die niemandem sonst zugewiesen sind.',
    template: 'Vorlage',
    templateHint:
      'Damit beginnt die Beschreibung eines neuen Bugs: zum Beispiel Schritte, erwartetes und tatsächliches Ergebnis.',
    hasTemplate: 'Ja',
    editTitle: 'Komponente bearbeiten',
    deleteTitle: 'Komponente löschen',
    deleteText:
      'Nur eine Komponente, die kein Bug hat, lässt sich löschen. Andere lassen sich archivieren. Das Löschen lässt sich nicht rückgängig machen.',
  },
});
