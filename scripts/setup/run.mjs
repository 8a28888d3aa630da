import { findOrInstallChromium } from './browser.mjs';
import { install } from './install.mjs';
import { findOrUnpackNginx } from './nginx.mjs';
import { SetupError } from './process.mjs';
import { buildWeb } from './web.mjs';

/** Runs the steps that the flags request. A step that cannot be done ends the process with one line and exit code 1. */
export async function run(flags) {
  try {
    await install();
    if (flags.includes('--web')) await buildWeb();
    if (flags.includes('--browser')) await findOrInstallChromium();
    if (flags.includes('--proxy')) await findOrUnpackNginx();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
