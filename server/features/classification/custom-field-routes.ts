import * as contract from '#contract/classification/custom-fields.ts';
import { route } from '#server/http/route.ts';
import { createField, moveField, updateField } from './custom-fields.ts';
import { listFields } from './custom-field-queries.ts';

export const routes = [
  route(contract.listCustomFields, async ({ db }) => listFields(db), { cached: true }),
  route(contract.createCustomField, async (call) => call.write((tx) => createField(tx, call, call.body))),
  route(contract.updateCustomField, async (call) =>
    call.write((tx) => updateField(tx, call, call.params.id, call.body)),
  ),
  route(contract.moveCustomField, async (call) =>
    call.write((tx) => moveField(tx, call, call.params.id, call.body.before)),
  ),
];
