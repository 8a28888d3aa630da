import { fold } from '#contract/bugs/search.ts';
import type { Command } from '#web/lib/feature.ts';

const between = /[^\p{L}\p{N}]+/u;

/**
 * The commands in which each typed word is a prefix of a word, in their order. Without input, all commands except those
 * that are only found by typing.
 */
export function findCommands(commands: readonly Command[], text: string): Command[] {
  const typed = wordsOf(text);
  // Input without a letter, such as `#`, is no word of a command.
  if (typed.length === 0 && text.trim() !== '') return [];
  return commands.filter(({ label, words = '', isOnlyFound = false }) => {
    if (isOnlyFound && typed.length === 0) return false;
    const own = wordsOf(`${label} ${words}`);
    return typed.every((start) => own.some((word) => word.startsWith(start)));
  });
}

function wordsOf(text: string): string[] {
  return fold(text)
    .split(between)
    .filter((word) => word !== '');
}
