import { deviceOf } from '#contract/accounts/device.ts';
import type { Tx } from '#server/engine/schema.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { enqueueMail } from '#server/mail/account-mail.ts';
import * as queries from './device-queries.ts';

/* An iPad can say that it is an iPhone, and Chromium that it is Chrome. */
const families: Readonly<Record<string, string>> = { Chromium: 'Chrome', iPhone: 'iOS', iPad: 'iOS' };

/** The browser and the system as mails name them; empty where they are not known. Programs choose their names themselves. */
export function deviceName(userAgent: string): string {
  const { browser, system } = deviceOf(userAgent);
  return [browser, system].filter((name) => name !== undefined).join(', ');
}

/**
 * The name of a device: the family of the browser and the system, or the name of a program, without versions, as an
 * update is no new device. Two machines with the same browser and system count as one.
 */
export function deviceFamily(userAgent: string): string {
  const names = (deviceOf(userAgent).program ?? (deviceName(userAgent) || '?')).split(', ');
  return names.map((name) => families[name] ?? name).join(', ');
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
  const known = await queries.listDevices(tx, userId, now());
  await queries.noteDeviceSeen(tx, userId, family, now());
  if (known.length === 0 || known.includes(family)) return;
  const params = { device: deviceName(userAgent), address, at: now().toISOString() };
  await enqueueMail(tx, { to: { userId }, template: 'newDevice', params }, { now: now(), settings });
}
