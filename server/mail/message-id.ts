/** The Message-ID of what a name stands for: the same name makes the same one, wherever it is made. */
export function messageIdOf(name: string, publicUrl: string): string {
  return `<${name}@${new URL(publicUrl).hostname.replaceAll(/[[\]:]/g, '-')}>`;
}
