import { inLanguage } from '#web/language/language.ts';

export const texts = inLanguage({
  en: {
    files: 'Files',
    none: 'None',
    added: (names: string) => `attached ${names}`,
    removed: (names: string) => `removed ${names}`,
    addedAndRemoved: (added: string, removed: string) => `attached ${added} and removed ${removed}`,
    reordered: 'changed the order of the files',
  },
  de: {
    files: 'Dateien',
    none: 'Keine',
    added: (names: string) => `hat ${names} angehängt`,
    removed: (names: string) => `hat ${names} entfernt`,
    addedAndRemoved: (added: string, removed: string) => `hat ${added} angehängt und ${removed} entfernt`,
    reordered: 'hat die Reihenfolge der Dateien geändert',
  },
});
