import type { Tx } from '#server/db/schema.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { enqueueMail } from '#server/mail/account-mail.ts';
import * as queries from './device-queries.ts';

/* In this order: most browsers also claim to be those below them. */
const browsers = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Headless)?(Chromium|Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;

const systems = [
  ['iOS', /\b(iPhone|iPad)\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const;

/**
 * What counts as one device: the family of the browser and the system, or the name of a program, without versions, as updates
 * make no new device. Two machines with the same browser and system count as one.
 */
export function deviceOf(userAgent: string): string {
  const nameIn = (names: typeof browsers | typeof systems) =>
    names.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const known = [nameIn(browsers), nameIn(systems)].filter((name) => name !== undefined);
  // Programs begin with their own name; "Mozilla" is every browser's.
  const program = /^(?!Mozilla\b)[A-Za-z][\w.-]{0,39}(?=\/|$)/.exec(userAgent)?.[0];
  return known.length > 0 ? known.join(', ') : (program ?? '?');
}

/**
 * Remembers the device of a sign-in, and mails the user about one that was not seen in the last 90 days, where mail is set up. No
 * mail is sent for the first device of an account.
 */
export async function noteDevice(
  tx: Tx,
  { device: userAgent, address, settings, now }: RequestContext,
  userId: string,
): Promise<void> {
  const device = deviceOf(userAgent);
  const known = await queries.listDevices(tx, userId, now());
  await queries.noteDeviceSeen(tx, userId, device, now());
  if (known.length === 0 || known.includes(device)) return;
  const params = { device, address, at: now().toISOString() };
  await enqueueMail(tx, { to: { userId }, template: 'newDevice', params }, { now: now(), settings });
}
