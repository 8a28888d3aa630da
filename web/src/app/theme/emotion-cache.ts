import createCache from '@emotion/cache';

/** Styles that are made at run time carry the response's nonce, which the Content-Security-Policy asks for. */
export function createStyleCache() {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  return createCache({ key: 'katydid', prepend: true, ...(nonce ? { nonce } : {}) });
}
