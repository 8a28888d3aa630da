import { deviceOf } from '#contract/accounts/device.ts';
import { texts } from './texts.ts';

/** A readable name for the device behind a User-Agent header: "Firefox on Windows", or the name of a program. */
export function deviceName(userAgent: string): string {
  const { browser, system, program } = deviceOf(userAgent);
  if (browser !== undefined) return system === undefined ? browser : texts.device(browser, system);
  if (program !== undefined) return program;
  return system === undefined ? texts.unknownDevice : texts.device(texts.someBrowser, system);
}
