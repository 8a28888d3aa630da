/** The Message-ID for a name: every process makes the same one for the same name. */
export function messageIdOf(name: string, publicUrl: string): string {
  return `<${name}@${new URL(publicUrl).hostname.replaceAll(/[[\]:]/g, '-')}>`;
}
