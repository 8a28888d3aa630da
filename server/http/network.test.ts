import { BlockList, SocketAddress } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { networkOf } from './network.ts';

describe('the network of an address', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['fd00::1:1:2:3:4', 'fd00:0:0:1::/64'],
    ['fd00::1:5:6:7:8', 'fd00:0:0:1::/64'],
    ['fd00:0:0:1::', 'fd00:0:0:1::/64'],
    ['FD00:0000:0:0001:0:0:0:9', 'fd00:0:0:1::/64'],
    ['fd00::2:1:2:3:4', 'fd00:0:0:2::/64'],
    ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
    ['::2:3:4:5:6:7:8', '0:2:3:4::/64'],
    ['::', '0:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8::1:192.0.2.1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['fe80::2%7', 'fe80:0:0:0::/64'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:c000:0201', '192.0.2.1'],
    ['::1:ffff:c000:201', '0:0:0:0::/64'],
    ['no address', 'no address'],
  ])('%s is in %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test('is the same for two addresses exactly if they share their first 64 bits', () => {
    const group = fc.constantFrom(0, 1, 0xf, 0xab_cd, 0xff_ff);
    const address = fc.array(group, { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(address, address, fc.integer({ min: 0, max: 8 }), (one, other, shared) => {
        const [a, b] = [one, [...one.slice(0, shared), ...other.slice(shared)]].map(spelled) as [
          string,
          string,
        ];
        const slash64 = new BlockList();
        slash64.addSubnet(a, 64, 'ipv6');
        fc.pre(!a.startsWith('::ffff:') && !b.startsWith('::ffff:'));
        expect(networkOf(a) === networkOf(b)).toBe(slash64.check(b, 'ipv6'));
      }),
      { numRuns: 300 },
    );
  });
});

/** The address in its shortest spelling. */
function spelled(groups: readonly number[]): string {
  const address = groups.map((group) => group.toString(16)).join(':');
  return new SocketAddress({ address, family: 'ipv6' }).address;
}
