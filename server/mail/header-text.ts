/**
 * Characters that some programs treat as the end of a header or line, or that are invisible, including direction marks.
 */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+/gu;

const longest = 300;

/** A text as one line that is safe in a header, at most 300 characters long. */
export function headerText(text: string): string {
  const line = text.toWellFormed().replace(unprintable, ' ').replaceAll(/\s+/g, ' ').trim();
  const characters = Array.from(line);
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`;
}

const plainAddress = /^[^\s\p{C}\p{Z}@"(),:;<>[\\\]]{1,64}@[^\s\p{C}\p{Z}@"(),:;<>[\\\]]{1,254}$/u;

/** Whether a text is exactly one address, without characters that are special in headers or SMTP commands. */
export function isMailAddress(text: string): boolean {
  return Buffer.byteLength(text) <= 254 && plainAddress.test(text);
}

/** The Message-ID for a name: every process derives the same one from the same name. */
export function messageIdOf(name: string, publicUrl: string): string {
  return `<${name}@${mailHost(publicUrl)}>`;
}

/** The Message-ID to which all mails on a bug refer, as one conversation. No message has it. */
export function threadIdOf(bugId: string, publicUrl: string): string {
  return messageIdOf(`bug.${bugId}`, publicUrl);
}

/** The host of the public address as a domain of Message-IDs and of the List-Id. */
export function mailHost(publicUrl: string): string {
  return new URL(publicUrl).hostname.replaceAll(/[[\]:]/g, '-');
}
