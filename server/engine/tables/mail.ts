import type { DigestInterval } from '#contract/conversation/mail.ts';
import type { Language } from '#contract/languages.ts';

/** The mail settings of users who have changed them; the defaults of the others are in the contract. */
interface MailSettingsTable {
  user_id: string;
  /** JSON: the mode of each reason. */
  choices: string;
  digest: DigestInterval;
  hour: number;
  weekday: number;
  time_zone: string;
  language: Language;
}

/** How many times a user's unsubscribe links were voided; none for users without a row. */
interface StopLinkVersionsTable {
  user_id: string;
  version: number;
}

export interface MailTables {
  mail_settings: MailSettingsTable;
  stop_link_versions: StopLinkVersionsTable;
}
