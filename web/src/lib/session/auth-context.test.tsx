import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useAuth } from './auth-context.ts';

function Someone(): React.JSX.Element {
  return <p>{useAuth().user?.name}</p>;
}

test('outside its provider, the session throws the specified error', () => {
  expect(() => renderToString(<Someone />)).toThrow('useAuth must be used within an AuthProvider');
});
