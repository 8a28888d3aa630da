import { useQueries } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { type Command, isShown, type NavEntry } from '#web/lib/feature.ts';
import { actionFor } from '#web/lib/keyboard/keyboard.ts';
import { shortcutList } from '#web/lib/keyboard/keyboard-state.ts';
import { useAuth } from '#web/lib/session/auth-context.ts';
import type { SessionState } from '#web/lib/session/session.ts';
import { extensions } from '#web/app/extensions.ts';
import { features } from '#web/app/features.ts';
import { chooseLanguage, inLanguage, language, type Language, languages } from '#web/language/language.ts';
import { printPage } from '#web/lib/printing.ts';
import { texts } from '#web/app/texts.ts';
import { theme } from '#web/lib/theme.ts';
import { commandsOffered } from './palette-open.ts';

/** The labels of the application's own commands. */
const commandTexts = inLanguage({
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

const modes = ['light', 'dark', 'system'] as const;

const nav: readonly NavEntry[] = features.flatMap((feature) => feature.nav);
const { paletteLinks, adminPages, shortcuts } = extensions;
const places: readonly NavEntry[] = [
  ...paletteLinks,
  ...adminPages.map((page) => ({ ...page, label: page.go })),
];

/** The commands of signed-in users: those of the shown page, navigation, and the application's own. */
export function useCommands(): readonly Command[] {
  const { state, logout } = useAuth();
  const hasAdditions = useAdditions();
  const current = useSyncExternalStore(theme.subscribe, theme.get);
  const found = useQueries({
    queries: hasAdditions ? extensions.commands : [],
    combine: (results) => results.flatMap(({ data = [] }) => data),
  });
  const ofPage = (wantsLast: boolean) =>
    commandsOffered()
      .filter(({ isLast = false }) => isLast === wantsLast)
      .map(({ name, label, words = '', keys }): Command => ({
        label,
        words,
        keys,
        does: { run: () => actionFor(name)?.(false) },
      }));
  return [
    ...ofPage(false),
    ...waysFor(state, hasAdditions),
    ...modes
      .filter((mode) => mode !== current)
      .map((mode): Command => ({
        label: commandTexts[mode],
        words: commandTexts.themeWords,
        does: { run: () => theme.choose(mode) },
      })),
    ...(Object.keys(languages) as Language[])
      .filter((one) => one !== language)
      .map((one): Command => ({
        label: commandTexts.language(languages[one]),
        words: commandTexts.languageWords,
        does: { run: () => chooseLanguage(one) },
      })),
    {
      label: texts.print,
      keys: 'Ctrl+p',
      does: { run: () => void printPage() },
    },
    {
      label: commandTexts.shortcuts,
      words: commandTexts.shortcutWords,
      keys: '?',
      does: { run: () => shortcutList.show(true) },
    },
    { label: commandTexts.logout, words: commandTexts.logoutWords, does: { run: logout } },
    ...found,
    ...ofPage(true),
  ];
}

/** Labels a destination like its shortcut or palette link, else like its bar link, whose label always finds it. */
function waysFor(state: SessionState, hasAdditions: boolean): Command[] {
  const links = nav.filter((entry) => isShown(entry, state, hasAdditions));
  const linkTo = (address: string) => links.find(({ to }) => to === address.replace(/#.*/, ''));
  const named = [
    ...shortcuts.flatMap(({ keys, label, to }) => (to === undefined ? [] : [{ keys, label, to }])),
    ...places
      .filter((entry) => isShown(entry, state, hasAdditions))
      .map(({ label, to }) => ({ keys: undefined, label, to })),
  ];
  const others = links.filter((link) => !named.some(({ to }) => linkTo(to) === link));
  return [...named, ...others.map(({ label, to }) => ({ keys: undefined, label, to }))].map(
    ({ keys, label, to }) => ({
      label,
      words: linkTo(to)?.label ?? '',
      keys,
      does: { to },
    }),
  );
}
