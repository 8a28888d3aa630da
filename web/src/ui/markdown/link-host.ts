/**
 * The host to which a link leads, or the e-mail address, where its text is not that: anyone can write a text that promises
 * another one. Empty where the text is the address, and for addresses of `own`, the page's host.
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
