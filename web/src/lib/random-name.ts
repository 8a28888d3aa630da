/**
 * A name that nothing else has and nobody can guess: 128 random bits. `crypto.randomUUID` is not there where a page came
 * over plain http.
 */
export function randomName(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
