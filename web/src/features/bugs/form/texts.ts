import { inLanguage, listed } from '#web/language/language.ts';

/** The subjects of a sentence in English, and in German with their auxiliary verb; no names if they are unknown. */
const others = (names: readonly string[]) => (names.length === 0 ? 'Someone else' : listed(names));
const andereHaben = (names: readonly string[]) =>
  names.length === 0 ? 'Jemand anderes hat' : `${listed(names)} ${names.length === 1 ? 'hat' : 'haben'}`;

export const formTexts = inLanguage({
  en: {
    createTitle: 'Create Bug',
    ignored: 'Values in the address that cannot be used were left out',
    templateUsed: 'The description begins with the template.',
    insertTemplate: 'Insert template',
    create: 'Create Bug',
    creating: 'Creating...',
    cancel: 'Cancel',
    createFailed: 'Failed to create bug',
    usersFailed: 'Failed to fetch users',
    conflict: (by: readonly string[]) => `${others(by)} edited this too`,
    save: 'Save Changes',
    changedTitle: (by: readonly string[]) => `${others(by)} changed this bug`,
    changed: (fields: string) =>
      `Changed: ${fields}. What you typed is still here. Saving keeps both, and asks where they overlap.`,
    changedElsewhere: 'What you typed is still here. Saving keeps both, and asks where they overlap.',
    mergeNow: 'Merge now',
    loadStored: 'Load the latest version',
    deletedTitle: 'This bug has been deleted',
    deletedText: 'It can no longer be saved. What you typed is still here, so that you can copy it.',
    mergedTitle: (by: readonly string[]) =>
      `Saved together with changes by ${by.length === 0 ? 'someone else' : listed(by)}`,
    mergedText: (fields: string) => `Their changes were kept: ${fields}.`,
    overlap: (fields: string) =>
      `You each changed ${fields}. Nothing is overwritten: choose what to keep, then save.`,
    taken: (fields: string) => `Their changes to ${fields} are kept.`,
    chooseTitle: 'Choose what to keep',
    chooseOne: (field: string) => `Choose one for ${field}`,
    yours: 'Yours',
    theirs: 'Theirs',
    merged: 'Merged',
    mergedField: (field: string) => `Merged ${field.toLowerCase()}`,
  },
  de: {
    createTitle: 'Bug melden',
    ignored: 'Angaben in der Adresse, die sich nicht verwenden lassen, wurden weggelassen',
    templateUsed: 'Die Beschreibung beginnt mit der Vorlage.',
    insertTemplate: 'Vorlage einfügen',
    create: 'Bug melden',
    creating: 'Wird gemeldet ...',
    cancel: 'Abbrechen',
    createFailed: 'Der Bug konnte nicht gemeldet werden',
    usersFailed: 'Die Namen konnten nicht geladen werden',
    conflict: (by: readonly string[]) => `${andereHaben(by)} das auch bearbeitet`,
    save: 'Änderungen speichern',
    changedTitle: (by: readonly string[]) =>
      by.length === 0
        ? 'Dieser Bug wurde inzwischen geändert'
        : `${andereHaben(by)} diesen Bug inzwischen geändert`,
    changed: (fields: string) =>
      `Geändert: ${fields}. Die eigenen Eingaben sind noch da. Beim Speichern bleibt beides erhalten; wo es sich überschneidet, wird gefragt.`,
    changedElsewhere:
      'Die eigenen Eingaben sind noch da. Beim Speichern bleibt beides erhalten; wo es sich überschneidet, wird gefragt.',
    mergeNow: 'Jetzt zusammenführen',
    loadStored: 'Neuesten Stand laden',
    deletedTitle: 'Dieser Bug wurde inzwischen gelöscht',
    deletedText:
      'Er lässt sich nicht mehr speichern. Die eigenen Eingaben sind noch da und lassen sich kopieren.',
    mergedTitle: (by: readonly string[]) =>
      `Zusammen mit den Änderungen ${by.length === 0 ? 'einer anderen Person' : `von ${listed(by)}`} gespeichert`,
    mergedText: (fields: string) => `Von dort übernommen: ${fields}.`,
    overlap: (fields: string) =>
      `Auf beiden Seiten geändert: ${fields}. Nichts wird überschrieben: Bitte auswählen, was bleiben soll, und dann speichern.`,
    taken: (fields: string) => `Von dort übernommen: ${fields}.`,
    chooseTitle: 'Auswählen, was bleiben soll',
    chooseOne: (field: string) => `Bitte eine Fassung auswählen: ${field}`,
    yours: 'Eigene Fassung',
    theirs: 'Andere Fassung',
    merged: 'Zusammengeführt',
    mergedField: (field: string) => `Zusammengeführt: ${field}`,
  },
});
