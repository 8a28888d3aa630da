import type { Translated } from '#contract/index.ts';

export const messages = {
  admin: {
    notFound: () => 'Konto nicht gefunden',
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
