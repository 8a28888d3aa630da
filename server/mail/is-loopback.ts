import { isIPv4 } from 'node:net';

/** Whether the host of an address is this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));
}
