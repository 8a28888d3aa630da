const here = 'http://here.invalid';

/**
 * The path to open after sign-in, from a parameter of the address: always a path of this origin; `/` if the parameter is
 * malformed, of another origin, or a page for signed-out users.
 */
export function safePath(wanted: string | undefined): string {
  if (wanted === undefined || !wanted.startsWith('/') || !URL.canParse(wanted, here)) return '/';
  const { origin, pathname, search, hash } = new URL(wanted, here);
  // `/.//evil` resolves to a path that would later be parsed as another host.
  if (origin !== here || pathname.startsWith('//')) return '/';
  if (pathname === '/login' || pathname === '/register') return '/';
  return `${pathname}${search}${hash}`;
}
