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

/**
 * Unmarked text in which GitHub, GitLab and the like detect mentions or links; `-` and `#` are already escaped here.
 */
const bare = /@|\bwww(?=\.)|:(?=\/\/)|#(?=\d)|\bGH(?=\\-\d)/gi;

function escaped(text: string): string {
  // A zero-width space. A backslash or an entity would not work: mentions and URLs are detected in the rendered text.
  return text.replaceAll(marks, String.raw`\$&`).replaceAll(bare, '$&&#8203;');
}
