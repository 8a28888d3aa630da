import { deviceOf } from '#contract/accounts/device.ts';
import type { Tx } from '#server/engine/schema.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { batchSize } from '#server/jobs/job.ts';
import { enqueueMail } from '#server/mail/account-mail.ts';

/** The time for which a device is stored after the last sign-in on it. */
const memory = 90 * 86_400_000;

function since(now: Date): string {
  return new Date(now.getTime() - memory).toISOString();
}

/**
 * Stores the device of a sign-in; if mail is set up, mails the user about a device not used in the last 90 days. No mail
 * is sent for the first device of an account.
 */
export async function noteDevice(
  tx: Tx,
  { device: userAgent, address, settings, now }: RequestContext,
  userId: string,
): Promise<void> {
  const family = deviceFamily(userAgent);
  const at = now().toISOString();
  const known = await tx
    .selectFrom('known_devices')
    .select('device')
    .where('user_id', '=', userId)
    .where('seen_at', '>', since(now()))
    .execute();
  await tx
    .insertInto('known_devices')
    .values({ user_id: userId, device: family, seen_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'device']).doUpdateSet({ seen_at: at }))
    .execute();
  if (known.length === 0 || known.some(({ device }) => device === family)) return;
  const params = { device: deviceName(userAgent), address, at };
  await enqueueMail(tx, { to: { userId }, template: 'newDevice', params }, { now: now(), settings });
}

/** Deletes a batch of devices whose time has expired. Returns how many. */
export async function deleteForgottenDevices(tx: Tx, now: Date): Promise<bigint> {
  const rows = await tx
    .selectFrom('known_devices')
    .select(['user_id', 'device'])
    .where('seen_at', '<=', since(now))
    .limit(batchSize)
    .execute();
  if (rows.length === 0) return 0n;
  const { numDeletedRows } = await tx
    .deleteFrom('known_devices')
    .where('seen_at', '<=', since(now))
    .where((eb) =>
      eb.or(
        rows.map(({ user_id: id, device }) => eb.and([eb('user_id', '=', id), eb('device', '=', device)])),
      ),
    )
    .executeTakeFirst();
  return numDeletedRows;
}

/* An iPad can identify itself as an iPhone, and Chromium as Chrome. */
const families: Readonly<Record<string, string>> = { Chromium: 'Chrome', iPhone: 'iOS', iPad: 'iOS' };

/** The browser and the system, for mails; empty if unknown. Omits names of programs, because they can be anything. */
export function deviceName(userAgent: string): string {
  const { browser, system } = deviceOf(userAgent);
  return [browser, system].filter((name) => name !== undefined).join(', ');
}

/**
 * The name of a device: the family of the browser and the system, or the name of a program. It has no version, because
 * an update does not make a new device. Two machines with the same browser and system count as one.
 */
export function deviceFamily(userAgent: string): string {
  const names = (deviceOf(userAgent).program ?? (deviceName(userAgent) || '?')).split(', ');
  return names.map((name) => families[name] ?? name).join(', ');
}
