import { expect, test } from 'vitest';
import { ApiError } from '#web/lib/api/api-error.ts';
import { loginError, profileError, registerError } from './auth-errors.ts';

const said = (status: number, message: string, fields = {}) =>
  new ApiError(status, { message, code: 'invalid_input', fields, requestId: '1' });
const mute = (status: number) => new ApiError(status, '<html>Bad gateway</html>');

test('login: 401 has its own words, otherwise the server’s, else "Login failed"', () => {
  expect(loginError(said(401, 'Anything')).message).toBe('Invalid email or password');
  expect(loginError(said(429, 'Too many tries')).message).toBe('Too many tries');
  expect(loginError(mute(502)).message).toBe('Login failed');
  expect(loginError(mute(0)).message).toBe('Login failed');
});

test('registration: the server’s words for 400 alone, else "Registration failed"', () => {
  expect(registerError(said(400, 'An account exists')).message).toBe('An account exists');
  expect(registerError(mute(400)).message).toBe('Registration failed');
  expect(registerError(said(500, 'Internal')).message).toBe('Registration failed');
});

test('profile: the server’s words, else "Profile update failed"', () => {
  expect(profileError(said(400, 'Current password is incorrect')).message).toBe(
    'Current password is incorrect',
  );
  expect(profileError(new TypeError('boom')).message).toBe('Profile update failed');
});

test('the server’s messages by field are passed on', () => {
  expect(registerError(said(400, 'Name is required', { name: 'Name is required' })).fields).toEqual({
    name: 'Name is required',
  });
});
