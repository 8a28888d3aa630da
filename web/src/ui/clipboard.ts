/** Copies a text to the clipboard. Resolves to false if the browser offers none, for example without TLS. */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
