import { counted, inLanguage } from '#web/language/language.ts';

export const texts = inLanguage({
  en: {
    placeholder: 'Type a command, a bug number or some text',
    commands: 'Commands',
    bugs: 'Bugs',
    searching: 'Searching…',
    none: (text: string) => `No commands or bugs match “${text}”.`,
    found: (commands: number, bugs: number) =>
      `${counted(commands, { one: 'command', other: 'commands' })}, ${counted(bugs, { one: 'bug', other: 'bugs' })}`,
    failed: 'Failed to search bugs',
    hint: (control: string) => `Enter opens, ${control}+Enter in another tab, Esc closes.`,
  },
  de: {
    placeholder: 'Ein Befehl, die Nummer eines Bugs oder ein Teil seines Textes',
    commands: 'Befehle',
    bugs: 'Bugs',
    searching: 'Wird gesucht …',
    none: (text: string) => `Kein Befehl und kein Bug passt zu „${text}“.`,
    found: (commands: number, bugs: number) =>
      `${counted(commands, { one: 'Befehl', other: 'Befehle' })}, ${counted(bugs, { one: 'Bug', other: 'Bugs' })}`,
    failed: 'Die Bugs konnten nicht durchsucht werden',
    hint: (control: string) => `Enter öffnet, ${control}+Enter in einem weiteren Tab, Esc schließt.`,
  },
});
