import type { Bug } from '#contract/bugs.ts';
import type { Command } from '#web/lib/feature.ts';

/** What can be chosen. */
export type Entry =
  | { readonly command: Command; readonly bug?: undefined }
  | { readonly bug: Bug; readonly command?: undefined };

/** What an entry is called; no other one is. */
export function nameOf({ command, bug }: Entry): string {
  return command ? command.label : `#${bug.number} ${bug.title}`;
}

/** The address that an entry leads to; none for what does something else. */
export function addressOf({ command, bug }: Entry): string | undefined {
  if (bug) return `/bugs/${bug._id}`;
  return 'to' in command.does ? command.does.to : undefined;
}
