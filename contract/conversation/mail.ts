import * as z from 'zod/mini';
import { adminPermissions } from '#contract/permissions.ts';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { type Reason, reasons } from './inbox.ts';
import { type Language, languages } from '#contract/languages.ts';
import { catalogue, says } from '#contract/messages.ts';

/** The languages of mails, English first. */
export const languageCodes = Object.keys(languages) as [Language, ...Language[]];

/** How activity on a bug is mailed: a message soon, a line of the next digest, or no mail. */
export const mailModes = ['now', 'digest', 'inbox'] as const;
export type MailMode = (typeof mailModes)[number];

export const digestIntervals = ['daily', 'weekly'] as const;
export type DigestInterval = (typeof digestIntervals)[number];

const mailMessages = catalogue('mail', {
  noMode: ({ values }: { values: readonly string[] }) =>
    `choices must give one of ${values.join(', ')} for each reason`,
  noInterval: ({ values }: { values: readonly string[] }) => `digest must be one of ${values.join(', ')}`,
  noHour: () => 'hour must be a whole number from 0 to 23',
  noWeekday: () => 'weekday must be a whole number from 1 (Monday) to 7',
  noTimeZone: () => 'timeZone must be the name of a time zone, like Europe/Berlin',
  noLanguage: ({ values }: { values: readonly string[] }) => `language must be one of ${values.join(', ')}`,
  noKind: () => 'kind must be message or digest',
});

const noMode = says(mailMessages.noMode({ values: mailModes }));
const mode = z.enum(mailModes, { error: noMode });

const choices = z.strictObject(
  Object.fromEntries(reasons.map((reason) => [reason, mode])) as Record<Reason, typeof mode>,
  { error: noMode },
);

const noTimeZone = says(mailMessages.noTimeZone());
const timeZone = z
  .string({ error: noTimeZone })
  .check(z.maxLength(100, { error: noTimeZone, abort: true }), z.refine(isTimeZone, { error: noTimeZone }));

function isTimeZone(name: string): boolean {
  try {
    // It throws for an unknown zone.
    return /^[A-Za-z]/.test(name) && Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

const language = z.enum(languageCodes, { error: says(mailMessages.noLanguage({ values: languageCodes })) });

const between = (min: number, max: number, error: ReturnType<typeof says>) =>
  z.int({ error }).check(z.minimum(min, { error }), z.maximum(max, { error }));

const settings = z.strictObject({
  choices,
  digest: z.enum(digestIntervals, { error: says(mailMessages.noInterval({ values: digestIntervals })) }),
  /** The hour of the day at which the digest is sent. */
  hour: between(0, 23, says(mailMessages.noHour())),
  /** The day of the weekly digest: 1 is Monday. */
  weekday: between(1, 7, says(mailMessages.noWeekday())),
  timeZone,
  language,
});

export type MailSettings = z.infer<typeof settings>;

/** The settings of a user who has never saved any, with UTC and English. */
export const defaultMailSettings: MailSettings = {
  choices: {
    mentioned: 'now',
    assigned: 'now',
    commented: 'now',
    status: 'now',
    filed: 'now',
    watching: 'digest',
  },
  digest: 'daily',
  hour: 8,
  weekday: 1,
  timeZone: 'UTC',
  language: 'en',
};

export const getMail = endpoint('GET', '/api/mail', {
  summary: 'Whether the server can send mail: `SMTP_URL` and `MAIL_FROM` are set.',
  access: 'signed-in',
  status: 200,
  response: z.object({ isSetUp: z.boolean() }),
});

export const getMailSettings = endpoint('GET', '/api/users/mail-settings', {
  summary:
    'Which activity in the caller’s inbox is sent by mail, at once (`now`), in a digest (`digest`) or not (`inbox`), and when the digest comes. `isSaved` is false for the defaults.',
  access: 'signed-in',
  status: 200,
  response: z.extend(settings, { isSaved: z.boolean() }),
});

export const updateMailSettings = endpoint('PUT', '/api/users/mail-settings', {
  summary: 'Saves the caller’s mail settings. Times are in the time zone, also when its clocks change.',
  access: 'signed-in',
  status: 200,
  body: settings,
  response: z.extend(settings, { isSaved: z.boolean() }),
});

export const previewMail = endpoint('GET', '/api/users/mail-preview', {
  summary: 'An example of a message, or of a digest, in the language.',
  access: 'signed-in',
  status: 200,
  query: z.strictObject({
    kind: z.enum(['message', 'digest'], { error: says(mailMessages.noKind()) }),
    language: z.optional(language),
  }),
  response: z.object({ subject: z.string(), text: z.string() }),
});

export const sendTestMail = endpoint('POST', '/api/admin/mail/test', {
  summary:
    'Sends a test message to the caller, and waits until the mail server has accepted it; otherwise `error` is its message.',
  access: adminPermissions.manageJobs,
  status: 200,
  response: z.object({ error: z.nullable(z.string()) }),
});

export const manifest = {
  endpoints: [getMail, getMailSettings, updateMailSettings, previewMail, sendTestMail],
  messages: { mail: mailMessages },
} as const satisfies Manifest;
