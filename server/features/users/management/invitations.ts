import { z } from 'zod';
import { adminMessages } from '#contract/admin/admin.ts';
import type * as contract from '#contract/admin/admin.ts';
import type { Output } from '#contract/endpoint.ts';
import { newId } from '#server/engine/id.ts';
import type { Db } from '#server/engine/schema.ts';
import { AppError } from '#server/http/errors.ts';
import type { Call } from '#server/http/request-context.ts';
import { tokenHash } from '#server/http/session/token.ts';
import { type Job, maxMailAttempts } from '#server/jobs/job.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { sendAccountMail } from '#server/mail/account-mail.ts';
import { languageOf } from '#server/mail/recipient.ts';
import { linkToken } from '#server/features/users/link-tokens.ts';
import { emailKey } from '#server/features/users/queries.ts';
import { countInvitations, mayMailInvitation } from '#server/features/users/sessions/tries.ts';
import * as queries from './invitation-queries.ts';

type Result = Output<typeof contract.inviteAddresses>;

/** The pending invitations, and what their links begin with. */
export async function listInvitations({
  db,
  settings: { mail, publicUrl, hasPublicUrl },
  now,
}: Call<typeof contract.listInvitations>): Promise<Output<typeof contract.listInvitations>> {
  const pending = await queries.listPending(db, now());
  return { invitations: pending, isMailed: mail !== undefined, publicUrl, hasPublicUrl };
}

/**
 * Invites addresses. The secret of a link is derived from the id of its invitation, so that an address that is invited
 * again has the same link: the one in the first mail stays valid.
 * @throws AppError 429
 */
export async function inviteAddresses(call: Call<typeof contract.inviteAddresses>): Promise<Result> {
  const { write, emit, files, settings, caller, now } = call;
  const at = now();
  const isMailed = settings.mail !== undefined;
  const { unique, duplicates } = withoutDuplicates(call.body.emails);
  // Derived before the transaction, because the key is in a file.
  const present = await queries.idsOf(call.db, unique);
  const fresh = await Promise.all(
    unique.map(async (email) => {
      const id = present.get(emailKey(email)) ?? newId();
      return { id, email, secretHash: tokenHash(await linkToken(files, 'invitation', id)) };
    }),
  );
  const { made, skipped } = await write(async (tx) => {
    await countInvitations(tx, { userId: caller._id, addresses: fresh.length }, at);
    const taken = await keysOfAccounts(tx, unique);
    const result: { made: { _id: string; email: string; expiresAt: string }[]; skipped: Result['skipped'] } =
      {
        made: [],
        skipped: duplicates.map((email) => ({ email, reason: 'duplicate' })),
      };
    for (const invitation of fresh) {
      const { email } = invitation;
      if (taken.has(emailKey(email))) result.skipped.push({ email, reason: 'account' });
      else if (isMailed && !(await mayMailInvitation(tx, email, at)))
        result.skipped.push({ email, reason: 'mailed lately' });
      else {
        const { id, expiresAt } = await queries.storeInvitation(tx, {
          ...invitation,
          createdBy: caller._id,
          now: at,
        });
        result.made.push({ _id: id, email, expiresAt });
        emit(tx, { type: 'invited', email });
        if (isMailed) await enqueue(tx, invitationMail, { invitationId: id }, { now: at });
      }
    }
    return result;
  });
  const invited = made.map(async ({ _id, email, expiresAt }) => {
    const url = isMailed ? null : queries.linkWith(await linkToken(files, 'invitation', _id), settings);
    return { email, url, expiresAt };
  });
  return { invited: await Promise.all(invited), skipped };
}

/** Sorted, so that concurrent transactions lock their rows in the same order. */
function withoutDuplicates(emails: readonly string[]) {
  const byKey = new Map<string, string>();
  const duplicates: string[] = [];
  for (const email of emails) {
    const key = emailKey(email);
    if (byKey.has(key)) duplicates.push(email);
    else byKey.set(key, email);
  }
  const unique = [...byKey].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, email]) => email);
  return { unique, duplicates };
}

async function keysOfAccounts(db: Db, emails: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('users')
    .select('email_key')
    .where('email_key', 'in', emails.map(emailKey))
    .execute();
  return new Set(rows.map(({ email_key: key }) => key));
}

/** @throws AppError 404 */
export async function withdrawInvitation(call: Call<typeof contract.withdrawInvitation>): Promise<void> {
  const { write, emit, params, now } = call;
  await write(async (tx) => {
    const deleted = await queries.deleteInvitation(tx, params.id, now());
    if (!deleted) throw new AppError('not_found', adminMessages.noInvitation());
    emit(tx, { type: 'invitation withdrawn', email: deleted.email });
  });
}

const payload = z.strictObject({ invitationId: z.string() });

/** Sends an invitation to its address, in the language of the admin who invites. */
export const invitationMail: Job<z.infer<typeof payload>> = {
  kind: 'invitation mail',
  payload,
  group: 'accountMail',
  maxAttempts: maxMailAttempts,
  async run({ db, files, mail, settings, now }, { invitationId }, { id, signal }) {
    const found = await queries.findInvitation(db, invitationId, now());
    // It was withdrawn or used.
    if (!found?.email || !found.createdBy) return;
    const language = await languageOf(db, found.createdBy, settings);
    const url = queries.linkWith(await linkToken(files, 'invitation', invitationId), settings);
    const params = { url, days: queries.invitationDays };
    const to = { address: found.email, language };
    await sendAccountMail({ db, mail, settings }, { to, template: 'invitation', params }, { id, signal });
  },
};
