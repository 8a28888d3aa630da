import * as contract from '#contract/users.ts';
import { route } from '#server/http/route.ts';
import { listUsers } from './queries.ts';
import { login, logout, register, updateProfile } from './users.ts';

export const routes = [
  route(contract.register, async (call) => register(call, call.body)),
  route(contract.login, async (call) => login(call, call.body)),
  route(contract.logout, async (call) => {
    await logout(call, call.caller);
    return undefined;
  }),
  route(contract.getProfile, async ({ caller }) => caller),
  route(contract.updateProfile, async (call) => updateProfile(call, call.caller, call.body)),
  route(contract.listUsers, async ({ db }) => listUsers(db)),
];
