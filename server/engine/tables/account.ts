import type { Generated } from 'kysely';

/** Changes of e-mail addresses that can be undone. Meanwhile, no other user can have the old address. */
interface EmailChangesTable {
  id: string;
  user_id: string;
  old_email: string;
  old_email_key: string;
  new_email: string;
  changed_at: string;
  /** The session that made the change. It may have ended since. */
  session_id: string;
  /** 1 or 0: whether the old address was confirmed. */
  was_confirmed: Generated<number>;
  /** When a link that was mailed to the new address set the password; null if none did. Since then, only admins can undo the change. */
  settled_at: string | null;
}

/** Addresses that wait to be confirmed. An account without a row has a confirmed address. */
interface EmailConfirmationsTable {
  /** The value from which the link is derived; for a change, also its later id. */
  id: string;
  user_id: string;
  /** 1 for the new address of a change, 0 for the address that the account has. */
  is_change: number;
  email: string;
  email_key: string;
  /** When the link expires, and with it the change. */
  expires_at: string;
  /** The session that requested the change; null if there is none. */
  session_id: string | null;
}

/** Links that set a new password: one per user, the latest. A link that was used or voided expires at once. */
interface PasswordResetsTable {
  /** SHA-256 of the link's secret. */
  token_hash: string;
  user_id: string;
  created_at: string;
  expires_at: string;
  /** 1 if the link was sent to the user's address, which it then proves. */
  is_mailed: Generated<number>;
}

/** Devices on which users have signed in. */
interface KnownDevicesTable {
  user_id: string;
  /** The browser and system family. */
  device: string;
  /** When the last sign-in was. */
  seen_at: string;
}

/** The tables for addresses, passwords and devices of accounts. */
export interface AccountTables {
  email_changes: EmailChangesTable;
  email_confirmations: EmailConfirmationsTable;
  password_resets: PasswordResetsTable;
  known_devices: KnownDevicesTable;
}
