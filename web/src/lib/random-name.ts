/**
 * A unique name that cannot be guessed: 128 random bits. Pages that were sent over plain http have no
 * `crypto.randomUUID`.
 */
export function randomName(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
