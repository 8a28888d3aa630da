import * as contract from '#contract/classification/versions.ts';
import { route } from '#server/http/route.ts';
import { listProgress } from './version-bugs.ts';
import { listVersions } from './version-queries.ts';
import {
  createVersion,
  deleteVersion,
  getVersion,
  listVersionBugs,
  moveVersion,
  updateVersion,
} from './versions.ts';

export const routes = [
  route(contract.listVersions, async ({ db }) => listVersions(db), { cached: true }),
  route(contract.listVersionProgress, async ({ longReads }) => listProgress(longReads), { cached: true }),
  route(contract.getVersion, async ({ longReads, params }) => getVersion(longReads, params.id), {
    cached: true,
  }),
  route(
    contract.listVersionBugs,
    async ({ longReads, params, query }) => listVersionBugs(longReads, params.id, query),
    { cached: true },
  ),
  route(contract.createVersion, async (call) => call.write((tx) => createVersion(tx, call))),
  route(contract.updateVersion, async (call) =>
    call.write((tx) => updateVersion(tx, call, call.params.id, call.body)),
  ),
  route(contract.moveVersion, async (call) =>
    call.write((tx) => moveVersion(tx, call, call.params.id, call.body.before)),
  ),
  route(contract.deleteVersion, async (call) => {
    await call.write((tx) => deleteVersion(tx, call, call.params.id));
    return undefined;
  }),
];
