import { createHash } from 'node:crypto';

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'x-frame-options': 'DENY',
};

/** With TLS, browsers must never use plain http again. */
export function transportHeaders(publicUrl: string): Record<string, string> {
  if (!publicUrl.startsWith('https:')) return {};
  return { 'strict-transport-security': 'max-age=63072000; includeSubDomains' };
}

/** For answers of the API, and for every answer without more specific headers. */
export const apiHeaders: Record<string, string> = {
  ...everywhere,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/**
 * For the application's page: only its own scripts run, those in its text by their SHA-256, and only its own style
 * sheets apply. It calls only the server at `apiOrigin`, by default its own, and shows no images from other servers.
 */
export function pageHeaders(page: string, apiOrigin = "'self'"): Record<string, string> {
  const inline = [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, script = '']) => ` ${hashOf(script)}`,
  );
  const policy = {
    'default-src': "'none'",
    'script-src': `'self'${inline.join('')}`,
    'style-src': "'self'",
    'style-src-attr': "'none'",
    'img-src': apiOrigin === "'self'" ? "'self' data: blob:" : `'self' data: blob: ${apiOrigin}`,
    'font-src': "'self'",
    'connect-src': apiOrigin,
    'manifest-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'object-src': "'none'",
    'frame-ancestors': "'none'",
    // The page's own code must not turn text into markup or script either; none of it needs to.
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  };
  return {
    'cache-control': 'no-store',
    'content-security-policy': Object.entries(policy)
      .map(([directive, sources]) => `${directive} ${sources}`)
      .join('; '),
  };
}

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
