import type { Generated } from 'kysely';
import type { AuditAction } from '#contract/admin/audit.ts';
import type { Role } from '#contract/permissions.ts';

/** The tables of users, their sessions and limits, and the audit trail. */
export interface AccountTables {
  users: {
    id: string;
    name: string;
    /** As the user typed it. */
    email: string;
    /** The folded address, which decides whether addresses are the same: unique. */
    email_key: string;
    password_hash: string;
    role: Role;
    created_at: string;
    /** When the account was suspended; null if it is not. */
    suspended_at: string | null;
  };
  sessions: {
    /** SHA-256 of the token in hexadecimal; the token itself is stored nowhere. */
    token_hash: string;
    /** Identifies a session where its token may not be shown. */
    id: string;
    user_id: string;
    created_at: string;
    last_used_at: string;
    device: string;
    address: string;
  };
  invitations: {
    /** SHA-256 of the link's secret. */
    secret_hash: string;
    created_at: string;
    expires_at: string;
    id: string;
    /** The address it was sent to; null for a link that a person passes on. */
    email: string | null;
    /** The folded address. There is one invitation per address. */
    email_key: string | null;
    /** Null if it was made on the command line, or before this was stored. */
    created_by: string | null;
  };
  /** The link by which the first admin registers: one row at most, the latest. */
  admin_links: {
    id: number;
    /** SHA-256 of the link's secret. */
    secret_hash: string;
    expires_at: string;
  };
  /**
   * Changes of e-mail addresses that can still be undone. As long as that is possible, no other user can have the old
   * address.
   */
  email_changes: {
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
    /**
     * When the password was set by a link mailed to the new address; null if it was not. Since then, only admins can
     * undo the change.
     */
    settled_at: string | null;
  };
  /** Addresses that are not confirmed yet. An account without a row has a confirmed address. */
  email_confirmations: {
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
  };
  /** Links that set a new password: one per user, the latest. A link that was used or voided expires at once. */
  password_resets: {
    /** SHA-256 of the link's secret. */
    token_hash: string;
    user_id: string;
    created_at: string;
    expires_at: string;
    /** 1 if the link was sent to the user's address, which it then proves. */
    is_mailed: Generated<number>;
  };
  /** Devices on which users have signed in. */
  known_devices: {
    user_id: string;
    /** The browser and system family. */
    device: string;
    /** When the last sign-in was. */
    seen_at: string;
  };
  /** Attempts, counted in a period that began with the first one. */
  sign_in_tries: {
    /** The name of the counted action, and a hash of the user or address it is counted for. */
    key: string;
    tries: number;
    /** The time of the first attempt. */
    since: string;
  };
  /** Token buckets. */
  rate_limits: {
    /** The name of the limit, and a hash of the user or address that it is for. */
    key: string;
    /** When the bucket will be full. */
    full_at: string;
  };
  /** Requests that were carried out, by their Idempotency-Key. */
  idempotency_keys: {
    /** A hash of the key, the endpoint and the sender. */
    request: string;
    answered_at: string;
    /** A hash of these and the body. */
    fingerprint: string;
    /** The id of the object that the request created. */
    result: string;
  };
  /** Rows are only ever added. */
  audit: {
    id: string;
    at: string;
    action: AuditAction;
    actor_id: string | null;
    subject_id: string | null;
    address: string;
    request_id: string;
    details: string;
  };
}
