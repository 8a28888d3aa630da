const here = 'http://here.invalid';

/**
 * The path to go to after signing in, out of what an address asks for: always one of this origin, `/` where it is
 * another's, malformed, or a page for the signed-out.
 */
export function safePath(wanted: string | undefined): string {
  if (wanted === undefined || !wanted.startsWith('/') || !URL.canParse(wanted, here)) return '/';
  const { origin, pathname, search, hash } = new URL(wanted, here);
  // `/.//evil` resolves to a path that the next reader would take for another host.
  if (origin !== here || pathname.startsWith('//')) return '/';
  if (pathname === '/login' || pathname === '/register') return '/';
  return `${pathname}${search}${hash}`;
}
