/** The program that sent a request, as far as its User-Agent header identifies it. */
interface Device {
  readonly browser: string | undefined;
  /** The operating system or device. */
  readonly system: string | undefined;
  /** The program's name, if it is not a browser. */
  readonly program: string | undefined;
}

type Names = readonly (readonly [name: string, pattern: RegExp])[];

/* Order matters: most browsers also claim to be those listed below them. */
const browsers: Names = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chromium', /\bChromium\//],
  ['Chrome', /\b(Headless)?(Chrome|CriOS)\//],
  ['Safari', /\bVersion\/[\d.]+.* Safari\//],
];

const systems: Names = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** Reads a User-Agent header. */
export function deviceOf(userAgent: string): Device {
  const nameIn = (names: Names) => names.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const browser = nameIn(browsers);
  // Programs begin with their own name, all browsers with "Mozilla".
  const program = /^(?!Mozilla\b)[A-Za-z][\w.-]{0,39}(?=\/|$)/.exec(userAgent)?.[0];
  return { browser, system: nameIn(systems), program: browser === undefined ? program : undefined };
}
