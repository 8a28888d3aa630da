import { isIPv6 } from 'node:net';

/**
 * The network to which a limit per address applies: an IPv4 address itself, or the /64 of an IPv6 address, because one
 * client usually has the whole /64. Every spelling of an address returns the same string; the zone id is ignored. An
 * IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) counts as the IPv4 address. Anything but an IP address is returned
 * unchanged.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const [a = 0, b = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xff_ff;
  if (isMapped) return [a >> 8, a & 255, b >> 8, b & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of 16 bits of an IPv6 address in any spelling. */
function groupsOf(address: string): number[] {
  const [withoutZone = ''] = address.split('%');
  // The URL parser writes an address with a dotted end in hexadecimal groups.
  const [head = '', tail = ''] = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1).split('::');
  const [first, last] = [numbers(head), numbers(tail)];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

function numbers(groups: string): number[] {
  return groups === '' ? [] : groups.split(':').map((group) => Number.parseInt(group, 16));
}
