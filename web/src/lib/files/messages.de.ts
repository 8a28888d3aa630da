import type { Translated } from '#contract/index.ts';
import { formatNumber } from '#web/language/language.ts';

/* Messages about files, in German. */

export const messages = {
  fileField: {
    notFiles: ({ max }) => `„Dateien“ müssen IDs von höchstens ${max} Dateien sein`,
  },
  files: {
    notFound: () => 'Datei nicht gefunden',
    noIds: ({ max }) => `ids müssen 1 bis ${max} IDs von Dateien sein, mit Kommas getrennt`,
    noFile: () => 'Senden Sie eine Datei als multipart/form-data',
    severalFiles: () => 'Es kann nur eine Datei auf einmal gesendet werden',
    noName: () => 'Die Datei muss einen Namen haben',
    tooLarge: ({ max }) => `Dateien können höchstens ${formatNumber(max)} MB haben`,
    tooManyPixels: ({ max }) => `Bilder können höchstens ${max} Megapixel haben`,
    userQuota: ({ max }) =>
      `Ihre Dateien würden mehr als ${formatNumber(max)} GB belegen. Entfernen Sie einige: Sie zählen noch drei Tage lang.`,
    storageQuota: () => 'Für Dateien ist kein Platz mehr. Fragen Sie einen Admin.',
    uploadBroken: () => 'Das Hochladen ist abgebrochen',
    tooManyUploads: () => 'Sie laden zu viele Dateien gleichzeitig hoch',
    notAttachable: () =>
      'Nur Dateien, die Sie hochgeladen haben und die zu nichts anderem gehören, können hinzugefügt werden',
    stillAttached: () => 'Diese Datei gehört zu einem Bug oder einem Kommentar: Entfernen Sie sie dort',
  },
} satisfies Partial<Translated>;
