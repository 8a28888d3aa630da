import { inLanguage } from '#web/language/language.ts';

export const notificationTexts = inLanguage({
  en: {
    help: 'While Katydid is open in a tab, this browser notifies you when someone mentions you or assigns a bug to you.',
    turnOn: 'Turn on notifications',
    isOn: 'Notifications are on in this browser.',
    turnOff: 'Turn off notifications',
    blocked: 'This browser blocks notifications from this page',
    blockedHelp:
      'Allow notifications in the browser’s settings for this site. In most browsers, the icon beside the address opens them. Then turn notifications on here.',
    several: (count: string) => `${count} new mentions and assignments`,
    severalText: 'They are in your inbox.',
  },
  de: {
    help: 'Solange Katydid in einem Tab offen ist, meldet dieser Browser, wenn mich jemand erwähnt oder mir einen Bug zuweist.',
    turnOn: 'Benachrichtigungen einschalten',
    isOn: 'Benachrichtigungen sind in diesem Browser eingeschaltet.',
    turnOff: 'Benachrichtigungen ausschalten',
    blocked: 'Dieser Browser blockiert Benachrichtigungen dieser Seite',
    blockedHelp:
      'Erlauben lassen sie sich in den Einstellungen des Browsers für diese Website, meist über das Symbol neben der Adresse. Danach können sie hier eingeschaltet werden.',
    several: (count: string) => `${count} neue Erwähnungen und Zuweisungen`,
    severalText: 'Sie sind im Posteingang.',
  },
});
