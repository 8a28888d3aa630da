import type { Translated } from '#contract/index.ts';

export const messages = {
  admin: {
    notFound: () => 'Konto nicht gefunden',
    noInvitation: () => 'Einladung nicht gefunden: Sie wurde benutzt oder zurückgezogen oder ist abgelaufen',
    tooManyAddresses: ({ max }) => `Auf einmal lassen sich 1 bis ${max} Adressen einladen`,
    suspended: () => 'Dieses Konto ist gesperrt und muss zuerst entsperrt werden.',
  },
  jobs: { notFound: () => 'Auftrag nicht gefunden oder nicht mehr endgültig fehlgeschlagen' },
  settings: { isFixed: ({ variable }) => `Durch ${variable} in der Umgebung festgelegt` },
} satisfies Partial<Translated>;

export const fields = {
  Role: 'Rolle',
  Suspended: '„Gesperrt“',
  Registration: 'Registrierung',
  Triage: 'Sichtung',
  Labels: 'Labels',
  'Common passwords': 'Häufige Passwörter',
  Language: 'Sprache',
};
