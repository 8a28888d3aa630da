import type { Language } from '#contract/languages.ts';
import { type Refusal, type RefusedMails, mailsRefused, replyRefused } from './incoming-texts.ts';
import type { MailContent } from './render.ts';

interface Common {
  /** The address of the tracker, without a slash at its end. */
  publicUrl: string;
  /** The tracker's name. */
  tracker: string;
}

type Template<P> = (params: P & Common) => MailContent;

/**
 * The account mails by name, in every language. Parameters are stored with the job: they contain no secrets, and no
 * text chosen by the account's user, such as a name, because the address may be someone else's.
 */
interface Templates {
  test: Template<object>;
  /** A link to set a new password. */
  passwordReset: Template<{ url: string; minutes: number }>;
  passwordChanged: Template<Origin>;
  /** To someone without an account. */
  invitation: Template<{ url: string; days: number }>;
  /** To the old address, with a link that undoes the change. */
  emailChanged: Template<{ from: string; url: string; days: number }>;
  /** To the old address, if the change waits for the new address to be confirmed. */
  emailChangeRequested: Template<{ from: string; url: string }>;
  /** To the address of a new account. */
  confirmEmail: Template<ToConfirm>;
  /** To the new address of an account. */
  confirmNewEmail: Template<ToConfirm>;
  newDevice: Template<Origin & { device: string }>;
  /** To the user whose e-mail did not become a comment or a bug. */
  replyRefused: Template<Refusal>;
  /** To the user, if several e-mails did not become a comment or a bug. `since` is in ISO 8601. */
  mailsRefused: Template<RefusedMails>;
  /** To a sender without an account, whose e-mail did not become a bug. */
  unknownSender: Template<object>;
}

/** A link that confirms an address. */
interface ToConfirm {
  email: string;
  url: string;
  days: number;
}

/** The origin and the time of an action. */
interface Origin {
  /** The network address. */
  address: string;
  /** ISO 8601, in UTC. */
  at: string;
}

/** A time in the format of a language, in UTC. */
function moment(at: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(new Date(at))} (UTC)`;
}

const en: Templates = {
  replyRefused: (params) => replyRefused('en', params),
  mailsRefused: (params) => mailsRefused('en', { ...params, since: moment(params.since, 'en') }),
  unknownSender: ({ tracker, publicUrl }) => ({
    subject: 'Your e-mail was not filed as a bug',
    blocks: [
      'No account of this bug tracker has your e-mail address. Please sign in there, or write from the address of your account.',
      { kind: 'link', label: `Open ${tracker}`, url: publicUrl },
    ],
  }),
  test: ({ tracker, publicUrl }) => ({
    subject: `A test message from ${tracker}`,
    blocks: [
      `${tracker} can send mail. This message was sent to try it out.`,
      { kind: 'link', label: `Open ${tracker}`, url: publicUrl },
    ],
  }),
  passwordReset: ({ tracker, url, minutes }) => ({
    subject: `Set a new password for ${tracker}`,
    blocks: [
      'Hello,',
      `A new password was requested for your account. Set one with this link, which works once, within ${minutes} minutes. All devices are then signed out.`,
      { kind: 'link', label: 'Set a new password', url },
      'If you did not request it, you need not do anything: your password stays as it is.',
    ],
  }),
  invitation: ({ tracker, publicUrl, url, days }) => ({
    subject: `You are invited to ${tracker}`,
    blocks: [
      'Hello,',
      `An admin of the bug tracker at ${publicUrl} has invited you. Create your account with this link, which works once, within ${days} days.`,
      { kind: 'link', label: 'Create an account', url },
      'If you did not expect it, you need not do anything.',
    ],
  }),
  passwordChanged: ({ tracker, publicUrl, address, at }) => ({
    subject: `Your ${tracker} password was changed`,
    blocks: [
      'Hello,',
      `The password of your account was changed on ${moment(at, 'en')}, from the network address ${address}. All other devices were signed out.`,
      'If that was not you, set a new password at once (on the login page), or ask an admin for a link.',
      { kind: 'link', label: 'Go to login', url: `${publicUrl}/login` },
    ],
  }),
  emailChanged: ({ tracker, from, url, days }) => ({
    subject: `The email address of your ${tracker} account was changed`,
    blocks: [
      'Hello,',
      `The email address of your account was changed. It was ${from}.`,
      `If that was not you, undo the change with this link within ${days} days. All devices are then signed out; set a new password afterwards. If a new password was set with a link that was sent to the new address, only an admin can undo the change.`,
      { kind: 'link', label: 'Undo the change', url },
    ],
  }),
  emailChangeRequested: ({ tracker, from, url }) => ({
    subject: `A change of the email address of your ${tracker} account was requested`,
    blocks: [
      'Hello,',
      `Someone signed in to your account asked to change its email address, which is ${from}. The change takes effect when it is confirmed with a link that was sent to the new address; until then, everything stays as it is.`,
      'If that was not you, stop the change with this link. All devices are then signed out; set a new password afterwards.',
      { kind: 'link', label: 'Stop the change', url },
    ],
  }),
  confirmEmail: ({ tracker, email, url, days }) => ({
    subject: `Confirm your email address for ${tracker}`,
    blocks: [
      'Hello,',
      `An account was created with the email address ${email}. Confirm that it is yours with this link within ${days} days, to get mail about bugs.`,
      { kind: 'link', label: 'Confirm the email address', url },
      'If you did not create the account, you need not do anything: it gets no mail about bugs.',
    ],
  }),
  confirmNewEmail: ({ tracker, email, url, days }) => ({
    subject: `Confirm your new email address for ${tracker}`,
    blocks: [
      'Hello,',
      `The user of an account asked to change its email address to ${email}. If that was you, confirm the address with this link within ${days} days. Until then, the account keeps its present address.`,
      { kind: 'link', label: 'Confirm the new email address', url },
      'If it was not you, do not open the link: the account is another person’s, and nothing changes without the link.',
    ],
  }),
  newDevice: ({ tracker, publicUrl, device, address, at }) => ({
    subject: `New sign-in to your ${tracker} account`,
    blocks: [
      'Hello,',
      `Someone signed in to your account on a device not used in the last 90 days:\n${device || 'Unknown device'}\n${moment(at, 'en')}\nNetwork address: ${address}`,
      'If that was not you, end the session on your profile and set a new password.',
      { kind: 'link', label: 'Open your profile', url: `${publicUrl}/profile` },
    ],
  }),
};

const de: Templates = {
  replyRefused: (params) => replyRefused('de', params),
  mailsRefused: (params) => mailsRefused('de', { ...params, since: moment(params.since, 'de') }),
  unknownSender: ({ tracker, publicUrl }) => ({
    subject: 'Aus Ihrer E-Mail ist kein Fehlerbericht geworden',
    blocks: [
      'Kein Konto hat hier Ihre E-Mail-Adresse. Bitte melden Sie sich an, oder schreiben Sie von der Adresse Ihres Kontos.',
      { kind: 'link', label: `${tracker} öffnen`, url: publicUrl },
    ],
  }),
  test: ({ tracker, publicUrl }) => ({
    subject: `Eine Testnachricht von ${tracker}`,
    blocks: [
      `${tracker} kann E-Mails verschicken. Diese Nachricht wurde verschickt, um das auszuprobieren.`,
      { kind: 'link', label: `${tracker} öffnen`, url: publicUrl },
    ],
  }),
  passwordReset: ({ tracker, url, minutes }) => ({
    subject: `Neues Passwort für ${tracker} setzen`,
    blocks: [
      'Hallo,',
      `für das Konto wurde ein neues Passwort angefordert. Dieser Link setzt eines, einmal und innerhalb von ${minutes} Minuten. Alle Geräte werden dabei abgemeldet.`,
      { kind: 'link', label: 'Neues Passwort setzen', url },
      'Wer nichts angefordert hat, muss nichts tun: Das Passwort bleibt, wie es ist.',
    ],
  }),
  invitation: ({ tracker, publicUrl, url, days }) => ({
    subject: `Einladung zu ${tracker}`,
    blocks: [
      'Hallo,',
      `ein Admin des Bugtrackers unter ${publicUrl} lädt Sie ein. Mit diesem Link legen Sie ein Konto an, einmal und innerhalb von ${days} Tagen.`,
      { kind: 'link', label: 'Konto anlegen', url },
      'Wer nichts erwartet hat, muss nichts tun.',
    ],
  }),
  passwordChanged: ({ tracker, publicUrl, address, at }) => ({
    subject: `Das ${tracker}-Passwort wurde geändert`,
    blocks: [
      'Hallo,',
      `das Passwort des Kontos wurde am ${moment(at, 'de')} geändert, von der Netzwerkadresse ${address}. Alle anderen Geräte wurden abgemeldet.`,
      'Wer das nicht selbst war, sollte sofort ein neues Passwort setzen (über die Anmeldeseite) oder einen Admin um einen Link bitten.',
      { kind: 'link', label: 'Zur Anmeldung', url: `${publicUrl}/login` },
    ],
  }),
  emailChanged: ({ tracker, from, url, days }) => ({
    subject: `Die E-Mail-Adresse des ${tracker}-Kontos wurde geändert`,
    blocks: [
      'Hallo,',
      `die E-Mail-Adresse des Kontos wurde geändert. Sie war ${from}.`,
      `Wer das nicht selbst war, kann die Änderung mit diesem Link innerhalb von ${days} Tagen zurücknehmen. Alle Geräte werden dabei abgemeldet; danach bitte ein neues Passwort setzen. Wurde über einen Link an die neue Adresse ein neues Passwort gesetzt, kann nur ein Admin die Änderung zurücknehmen.`,
      { kind: 'link', label: 'Änderung zurücknehmen', url },
    ],
  }),
  emailChangeRequested: ({ tracker, from, url }) => ({
    subject: `Die E-Mail-Adresse des ${tracker}-Kontos soll geändert werden`,
    blocks: [
      'Hallo,',
      `jemand, der mit dem Konto angemeldet ist, möchte dessen E-Mail-Adresse ${from} ändern. Die Änderung gilt, sobald sie mit einem Link bestätigt wird, der an die neue Adresse ging; bis dahin bleibt alles, wie es ist.`,
      'Wer das nicht selbst war, kann die Änderung mit diesem Link verhindern. Alle Geräte werden dabei abgemeldet; danach bitte ein neues Passwort setzen.',
      { kind: 'link', label: 'Änderung verhindern', url },
    ],
  }),
  confirmEmail: ({ tracker, email, url, days }) => ({
    subject: `Die E-Mail-Adresse für ${tracker} bestätigen`,
    blocks: [
      'Hallo,',
      `mit der E-Mail-Adresse ${email} wurde ein Konto angelegt. Dieser Link bestätigt innerhalb von ${days} Tagen, dass sie dem Konto gehört; erst dann kommen E-Mails zu Bugs.`,
      { kind: 'link', label: 'E-Mail-Adresse bestätigen', url },
      'Wer das Konto nicht angelegt hat, muss nichts tun: Es bekommt keine E-Mails zu Bugs.',
    ],
  }),
  confirmNewEmail: ({ tracker, email, url, days }) => ({
    subject: `Die neue E-Mail-Adresse für ${tracker} bestätigen`,
    blocks: [
      'Hallo,',
      `ein Konto soll die E-Mail-Adresse ${email} bekommen. Wer das selbst angefordert hat, bestätigt es mit diesem Link innerhalb von ${days} Tagen. Bis dahin behält das Konto seine bisherige Adresse.`,
      { kind: 'link', label: 'Neue E-Mail-Adresse bestätigen', url },
      'Wer das nicht angefordert hat, sollte den Link nicht öffnen: Das Konto gehört jemand anderem, und ohne den Link ändert sich nichts.',
    ],
  }),
  newDevice: ({ tracker, publicUrl, device, address, at }) => ({
    subject: `Neue Anmeldung bei ${tracker}`,
    blocks: [
      'Hallo,',
      `jemand hat sich auf einem Gerät angemeldet, das in den letzten 90 Tagen nicht benutzt wurde:\n${device || 'Unbekanntes Gerät'}\n${moment(at, 'de')}\nNetzwerkadresse: ${address}`,
      'Wer das nicht selbst war, sollte die Sitzung im Profil beenden und ein neues Passwort setzen.',
      { kind: 'link', label: 'Profil öffnen', url: `${publicUrl}/profile` },
    ],
  }),
};

export const accountTexts: Readonly<Record<Language, Templates>> = { en, de };

export type TemplateName = keyof Templates;

/** The parameters of a template, without those that every template is given. */
export type TemplateParams<N extends TemplateName> = Omit<Parameters<Templates[N]>[0], keyof Common>;
