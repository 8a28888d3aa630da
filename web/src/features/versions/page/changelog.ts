import type { Version, VersionBug } from '#contract/classification/versions.ts';

/** The characters with a meaning in Markdown. */
const marks = /[\\`*_{}[\]<>()#+!|~&-]/g;

/** The changelog of a version as Markdown, each bug with a link to it. `origin` is that of the links. */
export function changelogOf(
  { name, date }: Pick<Version, 'name' | 'date'>,
  bugs: readonly Pick<VersionBug, 'number' | 'title'>[],
  origin: string,
): string {
  const heading = `## ${escaped(name)}${date === null ? '' : ` (${date})`}`;
  const lines = bugs.map(
    ({ number, title }) => `- ${escaped(title)} ([#${number}](${origin}/bugs/${number}))`,
  );
  return `${[heading, '', ...lines].join('\n')}\n`;
}

/** Where GitHub, GitLab and their like mention someone or make a link without any mark in the text; `-` and `#` are escaped by then. */
const bare = /@|\bwww(?=\.)|:(?=\/\/)|#(?=\d)|\bGH(?=\\-\d)/gi;

function escaped(text: string): string {
  // A space of no width. A backslash or an entity would not do: mentions and addresses are looked for in what is shown.
  return text.replaceAll(marks, String.raw`\$&`).replaceAll(bare, '$&&#8203;');
}
