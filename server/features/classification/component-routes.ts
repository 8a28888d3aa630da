import * as contract from '#contract/classification/components.ts';
import { route } from '#server/http/route.ts';
import { createComponent, deleteComponent, updateComponent } from './components.ts';
import { listComponents } from './component-queries.ts';

export const routes = [
  route(contract.listComponents, async ({ db }) => listComponents(db), { cached: true }),
  route(contract.createComponent, async (call) => call.write((tx) => createComponent(tx, call, call.body))),
  route(contract.updateComponent, async (call) =>
    call.write((tx) => updateComponent(tx, call, call.params.id, call.body)),
  ),
  route(contract.deleteComponent, async (call) => {
    await call.write((tx) => deleteComponent(tx, call, call.params.id));
    return undefined;
  }),
];
