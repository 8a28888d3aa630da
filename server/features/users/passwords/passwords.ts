import { readFileSync } from 'node:fs';
import { hash, verify } from '@node-rs/argon2';
import { userRefusals } from '#contract/accounts/users.ts';
import { FairSemaphore } from '#server/fair-queue.ts';
import { fieldError, tryLater } from '#server/http/errors.ts';
import type { RequestContext } from '#server/http/request-context.ts';

/** OWASP's parameters for argon2id, the library's default algorithm: memory in KiB, passes, lanes. */
const owasp = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
let parameters = owasp;

/** Sets the work of a hash, for tests only; without parameters, OWASP's. */
export function setHashParameters(given = owasp): void {
  parameters = given;
  dummyHash = undefined;
}

/**
 * The queue for hashing, which takes a core and 19 MiB per hash. It is fair among keys, and has room for a burst of
 * registrations from one network.
 */
export const hashQueue = new FairSemaphore({
  concurrency: 2,
  maxWaiting: 200,
  full: () => tryLater(userRefusals.tooManyAtOnce()),
});

/** Normalised, so that the password does not depend on how a keyboard composes letters. */
function normalised(password: string): string {
  return password.normalize('NFKC');
}

/** The stored hash of a password. `key` names the client, for fairness. */
export function hashPassword(password: string, key: string): Promise<string> {
  return hashQueue.run(key, () => hash(normalised(password), parameters));
}

/** Whether the hash was made with weaker parameters than the current ones. */
export function needsRehash(passwordHash: string): boolean {
  const [, memory, passes] = /\$m=(\d+),t=(\d+),p=\d+\$/.exec(passwordHash) ?? [];
  return Number(memory ?? 0) < parameters.memoryCost || Number(passes ?? 0) < parameters.timeCost;
}

/** The hash checked if no account exists, so that the check takes as long. */
let dummyHash: Promise<string> | undefined;

/** Whether the password matches the hash. Without a hash, for an unknown account, it takes as long and returns false. */
export async function isPassword(
  password: string,
  passwordHash: string | undefined,
  key: string,
): Promise<boolean> {
  dummyHash ??= hash('nobody has this password', parameters);
  const stored = passwordHash ?? (await dummyHash);
  const matches = await hashQueue.run(key, () => verify(stored, normalised(password)));
  return matches && passwordHash !== undefined;
}

let common: Set<string> | undefined;

function commonPasswords(): Set<string> {
  if (!common) {
    const lines = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8').split('\n');
    common = new Set(lines.filter((line) => !line.startsWith('# ')));
  }
  return common;
}

/**
 * Refuses a new password that is the user's name or address, or a common password, unless common ones are allowed.
 * @throws AppError 400 for `field`
 */
export function checkNewPassword(
  { settings }: Pick<RequestContext, 'settings'>,
  field: string,
  password: string,
  user: { name: string; email: string },
): void {
  const plain = normalised(password).toLowerCase();
  const personal = [user.name, user.email, user.email.split('@', 1)[0] ?? ''];
  if (personal.some((text) => normalised(text).toLowerCase() === plain)) {
    throw fieldError(field, userRefusals.ownPassword());
  }
  if (settings.commonPasswords === 'refuse' && commonPasswords().has(plain)) {
    throw fieldError(field, userRefusals.commonPassword());
  }
}
