/** The parts of a message that tests choose; the rest is as most mail programs write it. */
interface MailParts {
  from: string;
  to: string;
  text?: string;
  html?: string;
  subject?: string;
  messageId?: string | undefined;
  headers?: Record<string, string>;
  files?: readonly { name: string; type: string; content: string | Uint8Array; inline?: boolean }[];
}

let made = 0;

/** A message as mail servers transfer it. */
export function rawMail({
  from,
  to,
  text,
  html,
  subject = 'Re: [#1] A bug',
  headers = {},
  files = [],
  ...rest
}: MailParts): Buffer {
  made += 1;
  const { messageId = `<${made}.${process.pid}@mail.example.com>` } = rest;
  const boundary = 'between-the-parts';
  const bodies = [
    ...(text === undefined ? [] : [part('text/plain; charset=utf-8', text)]),
    ...(html === undefined ? [] : [part('text/html; charset=utf-8', html)]),
  ];
  const attached = files.map(({ name, type, content, inline }) =>
    part(
      type,
      content,
      inline === true ? 'content-id: <image1>' : `content-disposition: attachment; filename="${name}"`,
    ),
  );
  const lines = {
    from,
    to,
    subject,
    date: 'Mon, 16 Nov 2026 10:00:00 +0100',
    ...(messageId !== '' && { 'message-id': messageId }),
    ...headers,
    'mime-version': '1.0',
    'content-type': `multipart/${files.some(({ inline }) => inline) ? 'related' : 'mixed'}; boundary="${boundary}"`,
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  const parts = [...bodies, ...attached].map((each) => `--${boundary}\r\n${each}\r\n`);
  return Buffer.from(`${head.join('')}\r\n${parts.join('')}--${boundary}--\r\n`);
}

function part(type: string, content: string | Uint8Array, ...headers: string[]): string {
  const encoded = Buffer.from(content).toString('base64').replaceAll(/.{76}/g, '$&\r\n');
  return [`content-type: ${type}`, 'content-transfer-encoding: base64', ...headers, '', encoded].join('\r\n');
}
