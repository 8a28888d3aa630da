import type { Language } from '#contract/languages.ts';

/** A part of a message. All its texts are plain text. */
export type MailBlock =
  /** A paragraph of ours, with its line breaks. */
  | string
  /** A sentence of ours, or the name of a link's target, such as a title. `note` is beside it, in small letters. */
  | { readonly kind: 'heading'; readonly text: string; readonly url?: string; readonly note?: string }
  /** A user's text, with line breaks. */
  | { readonly kind: 'quote'; readonly text: string }
  /** A link, which the text form shows as it is. */
  | { readonly kind: 'link'; readonly label: string; readonly url: string };

/** The content of a message, in the recipient's language. */
export interface MailContent {
  readonly subject: string;
  readonly blocks: readonly MailBlock[];
  /** Small lines at the end: why the recipient has the message. */
  readonly foot?: readonly MailBlock[];
}

/**
 * Renders the subject of a message, its text form, and its HTML form, which has no images and nothing external, for
 * light and dark themes.
 */
export function render(
  content: MailContent,
  language: Language,
): { subject: string; text: string; html: string } {
  return { subject: content.subject, text: renderText(content), html: renderHtml(content, language) };
}

function renderText({ blocks, foot = [] }: MailContent): string {
  const body = blocks.map(blockText).join('\n\n');
  // Mail programs and our own reply parser recognise this line as the beginning of a signature.
  const end = foot.length > 0 ? `\n\n-- \n${foot.map(blockText).join('\n')}` : '';
  return `${body}${end}\n`;
}

function blockText(block: MailBlock): string {
  if (typeof block === 'string') return unmarked(block);
  switch (block.kind) {
    case 'heading':
      return [
        `${unmarked(block.text)}${block.note === undefined ? '' : ` (${clean(block.note)})`}`,
        ...(block.url === undefined ? [] : [block.url]),
      ].join('\n');
    case 'quote':
      return clean(block.text).replaceAll(/^/gm, '> ').replaceAll(/^> $/gm, '>');
    default:
      return `${clean(block.label)}:\n${block.url}`;
  }
}

/** A sentence without the marks around names that run from right to left, which only the HTML form needs. */
const unmarked = (sentence: string) => clean(sentence).replaceAll(/[\u2068\u2069]/g, '');

const styles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 16px; font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; }
main, footer { max-width: 600px; margin: 0 auto; }
h2 { font-size: 16px; margin: 20px 0 4px; }
small { font-size: 13px; font-weight: normal; opacity: 0.75; }
p, blockquote { margin: 0 0 12px; white-space: pre-wrap; }
blockquote { unicode-bidi: plaintext; padding: 0 0 0 12px; border-left: 3px solid #8a928d; }
blockquote:dir(rtl) { padding: 0 12px 0 0; border-left: 0; border-right: 3px solid #8a928d; }
a { color: #4350c4; }
footer { margin-top: 24px; padding-top: 12px; border-top: 1px solid #8a928d; font-size: 13px; }
footer p { margin: 0 0 4px; }
@media (prefers-color-scheme: dark) { a { color: #a9b2ff; } }
`;

function renderHtml({ subject, blocks, foot = [] }: MailContent, language: Language): string {
  const end = foot.length > 0 ? `<footer>${foot.map(blockHtml).join('\n')}</footer>` : '';
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${styles}</style>
</head>
<body>
<main>
${blocks.map(blockHtml).join('\n')}
</main>
${end}
</body>
</html>
`;
}

function blockHtml(block: MailBlock): string {
  if (typeof block === 'string') return `<p>${escapeHtml(block)}</p>`;
  switch (block.kind) {
    case 'heading':
      return `${
        block.url === undefined
          ? `<h2>${escapeHtml(block.text)}`
          : `<h2 dir="auto">${anchor(block.url, block.text)}`
      }${block.note === undefined ? '' : ` <small dir="auto">${escapeHtml(block.note)}</small>`}</h2>`;
    case 'quote':
      return `<blockquote dir="auto">${escapeHtml(block.text)}</blockquote>`;
    default:
      return `<p>${anchor(block.url, block.label)}</p>`;
  }
}

function anchor(url: string, label: string): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return clean(text).replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Removes characters that mails may not contain, and unifies line breaks. */
function clean(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '');
}
