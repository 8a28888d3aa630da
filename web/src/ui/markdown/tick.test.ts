import { expect, test } from 'vitest';
import { parseMarkdown, type MarkdownNode } from '#contract/conversation/markdown.ts';
import { countTasks, mergeTicks, withTick } from './tick.ts';

const text = 'To do:\r\n\r\n- [ ] one\r\n  1. [x] two\r\n> * [X] three [ ]\n\n[ ] none';

test('a box is ticked and cleared in its line, and nothing else changes', () => {
  expect(withTick(text, 2, true)).toBe(text.replace('[ ] one', '[x] one'));
  expect(withTick(text, 3, false)).toBe(text.replace('[x] two', '[ ] two'));
  expect(withTick(text, 4, false)).toBe(text.replace('[X] three', '[ ] three'));
  expect(withTick(text, 0, true)).toBe(text);
  expect(withTick(text, 99, true)).toBe(text);
});

test('each box that is shown can be ticked', () => {
  const tasks: { line: number; isDone: boolean }[] = [];
  (function look(nodes: readonly MarkdownNode[]) {
    for (const node of nodes)
      if (typeof node !== 'string') {
        if (node.task) tasks.push(node.task);
        look(node.children);
      }
  })(parseMarkdown(text).nodes);
  expect(tasks.map(({ isDone }) => isDone)).toEqual([false, true, true]);
  for (const { line, isDone } of tasks) expect(withTick(text, line, !isDone)).not.toBe(text);
  expect(countTasks(text)).toEqual({ all: 3, done: 2 });
});

test('empty lines are no tasks and take little time, and a box without a text is no task', () => {
  const lines = '\n'.repeat(100_000);
  expect(countTasks(lines)).toEqual({ all: 0, done: 0 });
  expect(countTasks(`${lines}- [ ] one\n${' \t'.repeat(50_000)}\n- [x]\n`)).toEqual({ all: 1, done: 0 });
});

test('two changes that only tick boxes are merged, even in neighbouring lines', () => {
  const base = '- [ ] one\n- [x] two\n- [ ] three';
  const [mine, theirs] = [withTick(base, 0, true), withTick(withTick(base, 1, false), 2, true)];
  expect(mergeTicks(base, mine, theirs)).toBe('- [x] one\n- [ ] two\n- [x] three');
  expect(mergeTicks(base, mine, theirs.replace('two', 'zwei'))).toBeUndefined();
  expect(mergeTicks(base, mine, `${theirs}\n- [ ] four`)).toBeUndefined();
});
