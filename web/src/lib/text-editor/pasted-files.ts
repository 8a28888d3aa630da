type Pasted = Pick<DataTransfer, 'getData'> & { readonly files: Iterable<Pick<File, 'name'>> };

/**
 * Whether to paste the files instead of the text. That is so if there is no text, if it only names the files, as file
 * managers copy it, or if it is the HTML of a picture, as browsers copy it. Spreadsheets and word processors copy a
 * picture of their text beside the text.
 */
export function isOfFiles(data: Pasted, text: string): boolean {
  const html = data.getData('text/html');
  if (text === '' || (html !== '' && isPicture(html))) return true;
  const names = new Set(Array.from(data.files, ({ name }) => name.normalize()));
  const lines = text.split('\n').filter((line) => line !== '');
  return html === '' && lines.every((line) => isPathOf(line, names));
}

/** Whether there is no text between the tags, which may have styles and comments among them. */
function isPicture(html: string): boolean {
  const isBlank = (part: string) =>
    /^(style|!--)/i.test(part) || /^(\s|&nbsp;)*$/.test(part.slice(part.indexOf('>') + 1));
  return /<img\b/i.test(html) && html.split('<').every(isBlank);
}

/** Whether a line is the name or path of one of the files, the address of any file, or a line before the addresses. */
function isPathOf(line: string, names: ReadonlySet<string>): boolean {
  if (/^(file:\/\/.*|x-special\/[\w-]+|copy|cut)$/.test(line)) return true;
  return names.has(line.slice(Math.max(line.lastIndexOf('/'), line.lastIndexOf('\\')) + 1).normalize());
}
