import fc from 'fast-check';

const dispositions = [
  'Content-Disposition: form-data; name="file"; filename="a.txt"',
  'Content-Disposition: form-data; name="file"; filename="../\u{202e}b.png"\r\nContent-Type: text/html',
  'Content-Disposition: form-data; name="file"; filename=""',
  'Content-Disposition: form-data; name="file"',
  'Content-Disposition: form-data; name="__proto__"; filename="a"',
  `Content-Disposition: form-data; name="file"; filename="${'x'.repeat(2_000)}"`,
  "Content-Disposition: form-data; name=file; filename*=UTF-8''%ff%00",
  'Content-Type: text/plain',
  ...Array.from({ length: 2 }, (_, i) => 'X-Header: 1\r\n'.repeat(30 * i) + 'Content-Disposition:'),
];
const contents = [
  '',
  'text',
  '\0\u{ffff}',
  '--x',
  '\r\n--x\r\n',
  '\u0089PNG\r\n\u001a\n',
  'GIF89a\u0001',
  'RIFF\u0000\u0000\u0000\u0000WEBPVP8X',
  '%PDF-1.7',
  'x'.repeat(70_000),
];

/** Forms with files, whole and broken, whose boundary is `x`. */
export const anyForm: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(
      fc.tuple(
        fc.oneof(
          { weight: 3, arbitrary: fc.constant(dispositions[0] ?? '') },
          { weight: 3, arbitrary: fc.constantFrom(...dispositions) },
        ),
        fc.oneof(fc.constantFrom(...contents), fc.string({ unit: 'binary' })),
      ),
      { minLength: 1, maxLength: 3 },
    ),
    fc.oneof(
      { weight: 4, arbitrary: fc.constant('--x--\r\n') },
      { weight: 1, arbitrary: fc.constantFrom('--x--', '--x', '', '--y--\r\n', '\r\n') },
    ),
  )
  .map(([parts, end]) => parts.map(([head, text]) => `--x\r\n${head}\r\n\r\n${text}\r\n`).join('') + end);
