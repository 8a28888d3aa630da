import * as z from 'zod/mini';
import { registrationModes } from '#contract/accounts/users.ts';
import { choiceField } from '#contract/bugs/field.ts';
import { bugWorkers } from '#contract/bugs/bug-work.ts';
import { labelCreators } from '#contract/classification/labels.ts';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { languageCodes } from '#contract/conversation/mail.ts';
import { catalogue } from '#contract/messages.ts';
import { adminPermissions } from '#contract/permissions.ts';
import { requiredLine } from '#contract/text.ts';

/** Whether the server refuses or allows a new password that is a common one. */
export const commonPasswordRules = ['refuse', 'allow'] as const;

const choiceOf = <const T extends readonly [string, ...string[]]>(label: string, values: T) =>
  choiceField(label, values).input;

/** The settings that admins can change while the server runs: the schema of each value. */
export const adminSettings = {
  registration: choiceOf('Registration', registrationModes),
  triage: choiceOf('Triage', bugWorkers),
  labels: choiceOf('Labels', labelCreators),
  commonPasswords: choiceOf('Common passwords', commonPasswordRules),
  name: requiredLine('Name', { max: 40, as: 'name' }),
  language: choiceOf('Language', languageCodes),
};

export type SettingName = keyof typeof adminSettings;
export type SettingValues = { [Name in SettingName]: z.output<(typeof adminSettings)[Name]> };

export const settingNames = Object.keys(adminSettings) as readonly SettingName[];

/** The environment variables that fix a setting. */
export const settingVariables: Readonly<Partial<Record<SettingName, string>>> = {
  registration: 'REGISTRATION',
  triage: 'TRIAGE',
  labels: 'LABELS',
  commonPasswords: 'COMMON_PASSWORDS',
};

/** The recorded action of an admin on a setting. */
export const settingActions = ['setting changed'] as const;

export const settingMessages = catalogue('settings', {
  isFixed: ({ variable }: { variable: string }) => `Set by ${variable} in the environment`,
});

/** A value, and the environment variable that fixes it, or null if admins can change the value. */
const setting = <T extends z.ZodMiniType>(value: T) => z.object({ value, fixedBy: z.nullable(z.string()) });

const settings = z.object({
  registration: setting(z.enum(registrationModes)),
  triage: setting(z.enum(bugWorkers)),
  labels: setting(z.enum(labelCreators)),
  commonPasswords: setting(z.enum(commonPasswordRules)),
  /** The name of the tracker, in the bar, the browser’s tab and mails on bugs. */
  name: setting(z.string()),
  /** The language of mails, and of screens in browsers that ask for none of the languages. Users choose their own. */
  language: setting(z.enum(languageCodes)),
});

export type AdminSettings = z.output<typeof settings>;

export const getSettings = endpoint('GET', '/api/admin/settings', {
  summary:
    'What admins can set while the server runs. `fixedBy` is the environment variable that sets a value, which then cannot be changed here.',
  access: adminPermissions.manageSettings,
  status: 200,
  response: settings,
});

export const updateSettings = endpoint('PATCH', '/api/admin/settings', {
  summary:
    'Changes the given settings, and no others: of several changes of one setting, the last counts. Every instance follows within two seconds. A setting that the environment fixes is refused.',
  access: adminPermissions.manageSettings,
  status: 200,
  body: z.partial(z.strictObject(adminSettings)),
  response: settings,
});

export const manifest = {
  endpoints: [getSettings, updateSettings],
  messages: { settings: settingMessages },
  liveKinds: ['settings'],
} as const satisfies Manifest;
