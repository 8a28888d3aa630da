import { texts } from './texts.ts';

/* In this order: most browsers also claim to be those below them. */
const browsers = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chromium', /\bChromium\//],
  ['Chrome', /\b(Headless)?(Chrome|CriOS)\//],
  ['Safari', /\bVersion\/[\d.]+.* Safari\//],
] as const;

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** A readable name for the device behind a User-Agent header: "Firefox on Windows", or the name of a program. */
export function deviceName(userAgent: string): string {
  const nameIn = (names: typeof browsers | typeof systems) =>
    names.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const browser = nameIn(browsers);
  const system = nameIn(systems);
  if (browser) return system ? texts.device(browser, system) : browser;
  // Programs begin with their own name; all browsers have "Mozilla".
  const program = /^(?!Mozilla\b)[A-Za-z][\w.-]{0,39}(?=\/|$)/.exec(userAgent)?.[0];
  return program ?? (system ? texts.device(texts.someBrowser, system) : texts.unknownDevice);
}
