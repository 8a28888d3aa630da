import * as contract from '#contract/classification/labels.ts';
import { route } from '#server/http/route.ts';
import { createLabel, deleteLabel, updateLabel } from './labels.ts';
import { listLabels } from './label-queries.ts';

export const routes = [
  route(contract.listLabels, async ({ db }) => listLabels(db), { cached: true }),
  route(contract.getLabelSettings, async ({ settings }) => ({ creators: settings.labels })),
  route(contract.createLabel, async (call) => call.write((tx) => createLabel(tx, call))),
  route(contract.updateLabel, async (call) =>
    call.write((tx) => updateLabel(tx, call, call.params.id, call.body)),
  ),
  route(contract.deleteLabel, async (call) => {
    await call.write((tx) => deleteLabel(tx, call, call.params.id, call.query.into));
    return undefined;
  }),
];
