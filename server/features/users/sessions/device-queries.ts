import type { Db, Tx } from '#server/engine/schema.ts';
import { batchSize } from '#server/jobs/job.ts';

/** The time for which a device is stored after the last sign-in on it. */
const memory = 90 * 86_400_000;

function since(now: Date): string {
  return new Date(now.getTime() - memory).toISOString();
}

/** The devices on which the user has signed in lately. */
export async function listDevices(db: Db, userId: string, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('known_devices')
    .select('device')
    .where('user_id', '=', userId)
    .where('seen_at', '>', since(now))
    .execute();
  return rows.map(({ device }) => device);
}

/** Stores a sign-in on the device. */
export async function noteDeviceSeen(tx: Tx, userId: string, device: string, now: Date): Promise<void> {
  const at = now.toISOString();
  await tx
    .insertInto('known_devices')
    .values({ user_id: userId, device, seen_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'device']).doUpdateSet({ seen_at: at }))
    .execute();
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
