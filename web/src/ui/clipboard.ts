/** Puts a text on the clipboard. Resolves to whether the browser has one to give, which without TLS it has not. */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
