import { expect, test } from 'vitest';
import { SignedAddresses } from './signed-address.ts';

const at = (time: string) => new Date(`2026-11-23T${time}:00.000Z`);
const addresses = new SignedAddresses(async () => Buffer.alloc(32, 1));
const signedAt = async (time: string) => addresses.sign('/api/files/1/content', 'ann', at(time));

async function userAt(time: string, address: string) {
  const [path = '', query] = address.split('?');
  return addresses.userOf(path, Object.fromEntries(new URLSearchParams(query)), at(time));
}

test('an address stays the same for five minutes, and is valid for five to ten', async () => {
  const address = await signedAt('10:00');
  expect(await signedAt('10:04')).toBe(address);
  expect(await signedAt('10:05')).not.toBe(address);
  expect(await userAt('10:09', address)).toBe('ann');
  expect(await userAt('10:10', address)).toBeUndefined();
});

test('an address signed with another key is invalid', async () => {
  const others = new SignedAddresses(async () => Buffer.alloc(32, 2));
  const address = await others.sign('/api/files/1/content', 'ann', at('10:00'));
  expect(await userAt('10:01', address)).toBeUndefined();
});
