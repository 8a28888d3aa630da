import { expect, test } from 'vitest';
import { TextBoundary } from './TextBoundary.tsx';

test('a text whose formatting throws falls back, until the text changes', () => {
  // The server renderer has no error boundaries: the test calls what a browser's renderer calls.
  const boundary = new TextBoundary({ text: 'one', fallback: 'plain', children: 'formatted' });
  expect(boundary.render()).toBe('formatted');
  boundary.state = { ...boundary.state, ...TextBoundary.getDerivedStateFromError() };
  expect(boundary.render()).toBe('plain');
  expect(TextBoundary.getDerivedStateFromProps(boundary.props, boundary.state)).toBeNull();
  boundary.state = TextBoundary.getDerivedStateFromProps({ ...boundary.props, text: 'two' }, boundary.state)!;
  expect(boundary.render()).toBe('formatted');
});
