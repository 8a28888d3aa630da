/** The longest name in bytes, as on most disks. */
const maxBytes = 255;
/** The longest extension that a shortened name retains. */
const maxExtension = 20;

/** Browsers escape these in forms: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
const escaped: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' };

/** A character that is visible on its own. */
const visible = /(?![\p{Default_Ignorable_Code_Point}\u2800])[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}]/u;

/**
 * The name under which a file is shown and downloaded: the last part of the path that was sent, on one line, without
 * characters that reorder the text around it, and short enough for disks. Undefined if nothing is left.
 */
export function cleanName(sent: string | undefined): string | undefined {
  const text = (sent ?? '').replaceAll(/%22|%0D|%0A/gi, (code) => escaped[code.toUpperCase()] ?? '');
  const name = (text.split(/[/\\]/).at(-1) ?? '')
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, '_')
    .trim();
  if (!visible.test(name) || /^\.+$/.test(name)) return undefined;
  return shortened(name);
}

/** The name in at most `maxBytes` bytes, with its extension. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  const extension = /\.[^.]+$/.exec(name)?.[0] ?? '';
  const end = Buffer.byteLength(extension) <= maxExtension ? extension : '';
  const room = maxBytes - Buffer.byteLength(end);
  let start = '';
  for (const character of name.slice(0, name.length - end.length)) {
    if (Buffer.byteLength(start) + Buffer.byteLength(character) > room) break;
    start += character;
  }
  return start + end;
}

/** The header by which a response is shown within a page or downloaded under a name (RFC 6266 and 8187). */
export function contentDisposition(type: 'inline' | 'attachment', name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}`,
  );
  return `${type}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
