import { describe, expect, test } from 'vitest';
import { ApiError } from '#web/lib/api/api-error.ts';
import { loginError } from '#web/lib/session/auth-errors.ts';
import { loginProblem } from './signed-out.tsx';

const said = (message: string) => ({ message, code: 'unavailable', requestId: 'r' });
const problem = (...failure: ConstructorParameters<typeof ApiError>) =>
  loginProblem(loginError(new ApiError(...failure)));

describe('a failed login', () => {
  test.each([
    ['a suspended account', 403, said('This account is suspended'), 'This account is suspended'],
    ['wrong input', 400, said('Email is required'), 'Email is required'],
    ['an answer without a reason', 404, undefined, 'Login failed'],
  ])('refused for %s is "Invalid credentials", with its reason', (_, status, body, text) => {
    expect(problem(status, body)).toEqual({ title: 'Invalid credentials', text });
  });

  test('refused with 401 is "Invalid credentials", with its reason', () => {
    expect(problem(401, said('Anything'))).toEqual({
      title: 'Invalid credentials',
      text: 'Invalid email or password',
    });
  });

  test.each([
    ['no answer', 0, undefined, 'The server cannot be reached. Check the connection and try again.'],
    ['a proxy', 502, '<html>', 'The server answered with an error (502). Try again.'],
    ['a busy server', 503, said('The server is busy.'), 'The server is busy.'],
    ['too many tries, without a time', 429, said('Too many tries'), 'Too many tries'],
  ])('caused by %s is "Login failed", and names the cause', (_, status, body, text) => {
    expect(problem(status, body)).toEqual({ title: 'Login failed', text });
  });

  test('that was throttled names the time of the next try from the header', () => {
    expect(problem(429, said('Too many failed sign-ins.'), { retryAfter: 710 })).toEqual({
      title: 'Login failed',
      text: 'Too many tries. Try again in 12 minutes.',
    });
  });

  test('an error of the page is "Login failed", too', () => {
    expect(loginProblem(loginError(new TypeError('boom')))).toEqual({
      title: 'Login failed',
      text: 'Something went wrong. Try again.',
    });
  });
});
