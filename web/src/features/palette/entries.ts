import type { Bug } from '#web/lib/api/specified.ts';
import { bugName } from '#web/lib/bugs/bug-number.ts';
import type { Command } from '#web/lib/feature.ts';

/** An entry of the palette. */
export type Entry =
  | { readonly command: Command; readonly bug?: undefined }
  | { readonly bug: Bug; readonly command?: undefined };

/** The label of an entry. */
export function nameOf({ command, bug }: Entry): string {
  return command ? command.label : bugName(bug);
}

/** The unique key of an entry. */
export function keyOf({ command, bug }: Entry): string {
  return command ? command.label : bug._id;
}

/** The address that an entry links to; undefined if it runs an action instead. */
export function addressOf({ command, bug }: Entry): string | undefined {
  if (bug) return `/bugs/${bug._id}`;
  return 'to' in command.does ? command.does.to : undefined;
}
