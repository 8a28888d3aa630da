const key = 'token';

/** Holds the token if the browser refuses storage: the session then lasts as long as the page. */
let inMemory: string | undefined;

/** The saved session token, or undefined. Always reread, because another tab may have changed it. */
export function readToken(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return inMemory;
  }
}

/** Saves the token in local storage under `token`. */
export function saveToken(token: string): void {
  try {
    localStorage.setItem(key, token);
  } catch {
    inMemory = token;
  }
}

/** Removes the token. */
export function removeToken(): void {
  inMemory = undefined;
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was stored, so there is nothing to remove.
  }
}

/** Calls `listener` whenever another tab saves or removes the token. Returns the function that stops this. */
export function watchToken(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
