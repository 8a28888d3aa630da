/** Characters that end a header or a line somewhere, or that are not shown, characters for the direction of text included. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+/gu;

const longest = 300;

/** A text as one line that can stand in a header: nothing in it ends the header, and it has at most 300 characters. */
export function headerText(text: string): string {
  const line = text.toWellFormed().replace(unprintable, ' ').replaceAll(/\s+/g, ' ').trim();
  const characters = Array.from(line);
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`;
}

const plainAddress = /^[^\s\p{C}\p{Z}@"(),:;<>[\\\]]{1,64}@[^\s\p{C}\p{Z}@"(),:;<>[\\\]]{1,254}$/u;

/** Whether a text is one address and nothing else, with no character that has a meaning in headers or commands of SMTP. */
export function isMailAddress(text: string): boolean {
  return Buffer.byteLength(text) <= 254 && plainAddress.test(text);
}
