import { isSilence } from './api-error.ts';

/**
 * The failure of a query, where its screen has to tell of it. Where nobody answered and something is known, that stays
 * on screen instead; that the server is out of reach is told once, for all screens.
 */
export function failureOf<E>({ data, error }: { data: unknown; error: E }): E | null {
  return data !== undefined && isSilence(error) ? null : error;
}
