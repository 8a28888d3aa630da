/* What a user said last of the environment, stored in this browser: another one is another environment. */

const keyOf = (userId: string) => `environment ${userId}`;

/** Empty where nothing was said in this browser. */
export function lastEnvironment(userId: string): string {
  try {
    return localStorage.getItem(keyOf(userId)) ?? '';
  } catch {
    return '';
  }
}

/** Notes it for the next vote. */
export function noteEnvironment(userId: string, environment: string): void {
  try {
    localStorage.setItem(keyOf(userId), environment);
  } catch {
    // Without storage, it is typed anew.
  }
}
