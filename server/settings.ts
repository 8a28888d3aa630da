import type { Language } from '#contract/languages.ts';
import type { SettingName } from '#contract/admin/settings.ts';
import type { BugWorkers } from '#contract/bugs/bug-work.ts';
import type { LabelCreators } from '#contract/classification/labels.ts';
import type { RegistrationMode } from '#contract/accounts/users.ts';
import type { SmtpSettings } from './mail/mail-settings.ts';
import type { MailInSettings } from './mail/in/mail-in-settings.ts';

/** A token bucket: `burst` tokens at once, and `perMinute` further tokens each minute. */
export interface RateLimit {
  readonly burst: number;
  readonly perMinute: number;
}

/** Scheduled backups. */
interface BackupSettings {
  /** How often the server makes a backup, in milliseconds; undefined if it makes none. */
  readonly every: number | undefined;
  /** How many backups are retained. */
  readonly keep: number;
  readonly folder: string;
}

/** The folder of files, and the limits of their sizes in bytes. */
export interface FileSettings {
  readonly folder: string;
  /** The maximum size of a file. */
  readonly maxFileBytes: number;
  /** The maximum size of all files together. */
  readonly maxStorageBytes: number;
  /** The maximum size of all files that one user has uploaded. */
  readonly maxUserBytes: number;
}

/** The operator's settings of the application. */
export interface Settings {
  /** The public address, without a slash at its end. Links are made from it, never from headers of a request. */
  readonly publicUrl: string;
  /** Whether the operator has set `publicUrl`. If not, it is the address on which the server listens. */
  readonly hasPublicUrl: boolean;
  readonly registration: RegistrationMode;
  /** The limits of registrations, from one network (for IPv6, a /64) and in all. */
  readonly registrations: { readonly perNetwork: RateLimit; readonly inAll: RateLimit };
  /** How many people a user can mention. */
  readonly mentions: RateLimit;
  /** Who can create labels. */
  readonly labels: LabelCreators;
  /** Who can work on a bug besides its creator and admins. */
  readonly bugWorkers: BugWorkers;
  /** Addresses and ranges of the trusted proxies, whose forwarding headers are used. */
  readonly trustedProxies: readonly string[];
  /** How many live streams may be open from one network address. */
  readonly liveStreamsPerAddress: number;
  /** The origins whose pages may call the API, in addition to the one that it is served from. */
  readonly allowedOrigins: readonly string[];
  readonly backups: BackupSettings;
  readonly files: FileSettings;
  /** The settings for sending mail; without them, features that need mail are not offered. */
  readonly mail?: SmtpSettings | undefined;
  readonly mailIn: MailInSettings;
  /** Whether addresses have to be confirmed. If so, mail is set up. */
  readonly requiresConfirmedEmail: boolean;
  /** What is done with a new password that is a common one. */
  readonly commonPasswords: 'refuse' | 'allow';
  /** The name of the tracker. */
  readonly name: string;
  /**
   * The language of mails to users who have chosen none, and of screens in browsers that request none of the supported
   * languages.
   */
  readonly language: Language;
  /** The settings that the environment sets; admins can change the others. */
  readonly fixed: readonly SettingName[];
  /** The token by which programs read /metrics; without it, only admins may. */
  readonly metricsToken?: string | undefined;
}

export const megabyte = 1024 ** 2;
export const gigabyte = 1024 ** 3;

export const defaultSettings: Settings = {
  publicUrl: 'http://localhost:3000',
  hasPublicUrl: false,
  registration: 'open',
  registrations: {
    perNetwork: { burst: 100, perMinute: 20 },
    inAll: { burst: 1000, perMinute: 200 },
  },
  // A text can mention 50 users. Each mention makes someone watch the bug and be notified of later activity.
  mentions: { burst: 200, perMinute: 20 },
  labels: 'admins',
  bugWorkers: 'assignee',
  trustedProxies: [],
  liveStreamsPerAddress: 500,
  allowedOrigins: [],
  backups: { every: undefined, keep: 7, folder: 'data/backups' },
  files: {
    folder: './data/katydid.db.files',
    maxFileBytes: 25 * megabyte,
    maxStorageBytes: 20 * gigabyte,
    maxUserBytes: 5 * gigabyte,
  },
  mailIn: {},
  requiresConfirmedEmail: false,
  commonPasswords: 'refuse',
  name: 'Katydid',
  language: 'en',
  fixed: [],
};
