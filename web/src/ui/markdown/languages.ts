/** The names after a fence, by the language that highlights them. */
const names: Readonly<Record<string, string>> = {
  bash: 'bash sh shell zsh console',
  cpp: 'cpp c c++ h hpp cc',
  csharp: 'csharp cs c#',
  css: 'css',
  diff: 'diff patch',
  go: 'go golang',
  java: 'java',
  javascript: 'javascript js jsx mjs cjs',
  json: 'json jsonc json5',
  python: 'python py',
  rust: 'rust rs',
  sql: 'sql psql',
  typescript: 'typescript ts tsx mts cts',
  xml: 'xml html svg xhtml',
  yaml: 'yaml yml',
};

const byName = new Map(
  Object.entries(names).flatMap(([language, all]) => all.split(' ').map((name) => [name, language] as const)),
);

/** The language that highlights this name, if any. */
export function languageOf(name: string): string | undefined {
  return byName.get(name.toLowerCase());
}
