/* The last environment that the user entered, stored per browser, as another browser is another environment. */

const keyOf = (userId: string) => `environment ${userId}`;

/** Empty if none was entered in this browser. */
export function lastEnvironment(userId: string): string {
  try {
    return localStorage.getItem(keyOf(userId)) ?? '';
  } catch {
    return '';
  }
}

/** Stores it for the next vote. */
export function noteEnvironment(userId: string, environment: string): void {
  try {
    localStorage.setItem(keyOf(userId), environment);
  } catch {
    // Without storage, it has to be typed again.
  }
}
