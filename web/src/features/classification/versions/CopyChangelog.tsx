import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Version, VersionBug } from '#contract/classification/versions.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { copyToClipboard } from '#web/ui/clipboard.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { changelogQuery } from '#web/features/classification/data.ts';
import { pageTexts } from './page-texts.ts';
import styles from './CopyChangelog.module.css';

/** Copies the changelog of a version as Markdown. Without a clipboard, the text is selected instead. */
export function CopyChangelog({ version }: { version: Version }) {
  const client = useQueryClient();
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: async () => {
      const bugs = await client.query(changelogQuery(version._id));
      const text = changelogOf(version, bugs, location.origin);
      return { text, isCopied: await copyToClipboard(text) };
    },
  });
  if (data && !data.isCopied)
    return (
      <div className={styles.wide}>
        <TextInput
          label={pageTexts.changelog}
          value={data.text}
          readOnly
          minRows={4}
          onChange={() => undefined}
          inputRef={select}
          helperText={pageTexts.selected}
        />
      </div>
    );
  return (
    <>
      <Button variant="outlined" aria-disabled={isPending} onClick={isPending ? undefined : () => mutate()}>
        {data ? pageTexts.copied : pageTexts.copy}
      </Button>
      <VisuallyHidden role="status">{data && pageTexts.copied}</VisuallyHidden>
      {error && <Notice title={pageTexts.changelogFailed} text={reasonOf(error)} />}
    </>
  );
}

function select(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}

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
