import { BlockList, isIP } from 'node:net';
import { type Address, addressParser } from 'postal-mime';
import { charsetHint, decodeLine, decodeWords } from './charsets.ts';

/** The contents of a message's header. Nothing in it can be trusted. */
export interface MailHead {
  readonly messageId: string | undefined;
  /** The address of the only sender, in lower case; undefined if there is none, or several. */
  readonly from: string | undefined;
  readonly subject: string;
  /** The headers in the order of the message, with their names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Every address to which it may have been sent, in lower case: a superset of what parsing finds. */
  readonly addresses: ReadonlySet<string>;
  /** The IP address of the client that submitted it to the mail server; undefined if the server does not state it. */
  readonly client: string | undefined;
}

/** The size of the header that is read, as in the parser. In bytes. */
export const maxHead = 256 * 1024;
/** Longer `From` and `Received` headers are not read. In UTF-16 units. */
const maxValue = 2_000;
/** The maximum length of the subject that is read, which is enough for a bug in any encoding. In UTF-16 code units. */
const maxSubject = 20_000;

/** The headers in which mail servers state the addresses to which they delivered a message. */
export const envelopeHeaders: ReadonlySet<string> = new Set([
  'delivered-to',
  'x-original-to',
  'envelope-to',
  'x-envelope-to',
  'resent-to',
]);

/** Encoded words can contain these characters, with which one header would look like several. */
export const lineBreaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Reads only the header, in linear time. */
export function readHead(raw: Uint8Array): MailHead {
  const headers = headersOf(raw);
  const valuesOf = (name: string) => headers.filter(([key]) => key === name).map(([, value]) => value);
  const from = valuesOf('from').flatMap((value) =>
    value.length > maxValue ? [] : addressesOf(addressParser(value)),
  );
  const [subject = ''] = valuesOf('subject');
  const words = headers
    .filter(([key]) => key === 'to' || key === 'cc' || envelopeHeaders.has(key))
    .flatMap(([, value]) => value.toLowerCase().split(/[\s,;:<>()"]+/u));
  const [received = ''] = valuesOf('received');
  const [messageId = ''] = valuesOf('message-id');
  return {
    messageId: messageId === '' ? undefined : messageId.slice(0, 1_000),
    from: from.length === 1 ? from[0] : undefined,
    subject: decodeWords(subject.slice(0, maxSubject)).replaceAll(lineBreaks, ' ').trim(),
    headers,
    addresses: new Set(words.filter((word) => word.includes('@'))),
    client: clientAddress(received.slice(0, maxValue)),
  };
}

/** The part of the header that is read. */
export function headBytes(raw: Uint8Array): Buffer {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, maxHead));
  const end = /(?:^|\n)\r?\n/u.exec(bytes.toString('latin1'));
  return end ? bytes.subarray(0, end.index) : bytes;
}

/** Bytes above 127, and the escapes of ISO-2022-JP. */
const notAscii = /[^\t -~]/u;
/**
 * The maximum number of header lines that are decoded, which is slow and delays requests. Mails from people have fewer.
 */
const maxDecodedLines = 200;

function headersOf(raw: Uint8Array): [name: string, value: string][] {
  const bytes = headBytes(raw);
  const head = bytes.toString('latin1');
  const hint = charsetHint(head);
  const headers: { name: string; parts: string[] }[] = [];
  let left = maxDecodedLines;
  for (const encoded of head.split(/\r?\n/u)) {
    const isEncoded = notAscii.test(encoded) && left > 0;
    if (isEncoded) left -= 1;
    const line = isEncoded ? decodeLine(Buffer.from(encoded, 'latin1'), hint) : encoded;
    const isFolded = line.startsWith(' ') || line.startsWith('\t');
    const colon = line.indexOf(':');
    if (isFolded) headers.at(-1)?.parts.push(line.trim());
    else if (colon > 0)
      headers.push({
        name: line.slice(0, colon).trim().toLowerCase(),
        parts: [line.slice(colon + 1).trim()],
      });
  }
  return headers.map(({ name, parts }) => [name, parts.join(' ').trim()]);
}

/** The addresses in lower case; for groups, the addresses of their members. */
export function addressesOf(addresses: readonly Address[]): string[] {
  return addresses
    .flatMap((each) => each.group ?? each)
    .flatMap(({ address }) => (address === undefined || address === '' ? [] : address.toLowerCase()));
}

/** Networks of internal servers, between which a message is relayed. */
const ownNetworks = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  ownNetworks.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  ownNetworks.addSubnet(network, bits, 'ipv6');

/**
 * The client in the first `Received`, which our own mail server wrote: the last address in brackets, because the name
 * before it is the client's own claim (Postfix); the claim that Exim writes after it is marked with `helo=`.
 */
function clientAddress(received: string): string | undefined {
  const [client = ''] = received.replaceAll(/\bhelo=[^\s)]*/giu, '').split(/\sby\s/iu, 1);
  const found = [...client.matchAll(/\[(?:ipv6:)?([\da-f.:]{2,45})\]/giu)].at(-1)?.[1] ?? '';
  const version = isIP(found);
  if (version === 0 || ownNetworks.check(found, version === 6 ? 'ipv6' : 'ipv4')) return undefined;
  return found;
}
