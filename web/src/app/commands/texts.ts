import { inLanguage } from '#web/language/language.ts';

/** The labels of the application's own commands. */
export const commandTexts = inLanguage({
  en: {
    light: 'Use the light theme',
    dark: 'Use the dark theme',
    system: 'Use the system theme',
    themeWords: 'mode colours colors',
    language: (name: string) => `Language: ${name}`,
    languageWords: 'language german deutsch',
    shortcuts: 'Show keyboard shortcuts',
    shortcutWords: 'keys help',
    logout: 'Log out',
    logoutWords: 'sign out logout',
  },
  de: {
    light: 'Helles Farbschema verwenden',
    dark: 'Dunkles Farbschema verwenden',
    system: 'Farbschema des Systems verwenden',
    themeWords: 'Modus Farben Theme',
    language: (name: string) => `Sprache: ${name}`,
    languageWords: 'sprache englisch english',
    shortcuts: 'Tastenkürzel anzeigen',
    shortcutWords: 'Tastatur Hilfe',
    logout: 'Abmelden',
    logoutWords: 'Ausloggen Logout',
  },
});
