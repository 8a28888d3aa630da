/**
 * The host of a link, or its e-mail address, if its text differs from it: anyone can write a text that promises another
 * target. Empty if the text is the URL, and for URLs of `own`, the page's host.
 */
export function hostBehind({ address, text, own }: { address: string; text: string; own: string }): string {
  const url = URL.parse(address);
  if (!url || bare(text) === bare(address) || URL.parse(text.trim())?.href === url.href) return '';
  if (url.protocol === 'mailto:') return bare(text) === bare(url.pathname) ? '' : url.pathname;
  return url.host === own ? '' : url.host;
}

function bare(address: string): string {
  return address
    .trim()
    .toLowerCase()
    .replace(/^(?:https?:\/\/|mailto:)/, '')
    .replace(/\/$/, '');
}
