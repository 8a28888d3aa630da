import {
  type AdminSettings,
  type SettingName,
  type SettingValues,
  getSettings,
  settingMessages,
  settingNames,
  settingVariables,
  updateSettings,
} from '#contract/admin/settings.ts';
import type { Tx } from '#server/engine/schema.ts';
import type { Feature } from '#server/extensions/feature.ts';
import { fieldError } from '#server/http/errors.ts';
import type { Call } from '#server/http/request-context.ts';
import { route } from '#server/http/route.ts';
import type { Settings } from '#server/settings.ts';

declare module '#server/events.ts' {
  interface DomainEvents {
    /** An admin has changed a setting. */
    'setting changed': object;
  }
}

/** What admins set while the server runs. */
export const settings: Feature = {
  name: 'settings',
  routes: [
    route(getSettings, async ({ app, settings: now }) => {
      await app.refreshSettings();
      return shown(now);
    }),
    route(updateSettings, async (call) => {
      refuseFixed(call);
      await call.write((tx) => store(tx, call));
      await call.app.refreshSettings();
      return shown(call.settings);
    }),
  ],
};

/** The id of the settings in live changes: they are a single resource. */
const settingsId = '00000000-0000-7000-8000-000000000000';

function valuesOf(all: Settings): SettingValues {
  const { registration, bugWorkers: triage, labels, commonPasswords, name, language } = all;
  return { registration, triage, labels, commonPasswords, name, language };
}

function shown(all: Settings): AdminSettings {
  const values = valuesOf(all);
  const fixedBy = (name: SettingName) => (all.fixed.includes(name) ? (settingVariables[name] ?? null) : null);
  return Object.fromEntries(
    settingNames.map((name) => [name, { value: values[name], fixedBy: fixedBy(name) }]),
  ) as AdminSettings;
}

/** @throws AppError 400 for a setting that the environment fixes */
function refuseFixed({ body, settings: { fixed } }: Call<typeof updateSettings>): void {
  for (const name of settingNames) {
    const variable = settingVariables[name];
    if (body[name] !== undefined && fixed.includes(name) && variable !== undefined)
      throw fieldError(name, settingMessages.isFixed({ variable }));
  }
}

/** Stores the settings that differ, with an entry of the audit trail for each. */
async function store(tx: Tx, { body, emit, settings: all }: Call<typeof updateSettings>): Promise<void> {
  const rows = await tx.selectFrom('settings').select(['name', 'value']).execute();
  const before = { ...valuesOf(all), ...Object.fromEntries(rows.map(({ name, value }) => [name, value])) };
  for (const name of settingNames) {
    const value = body[name];
    if (value === undefined || value === before[name]) continue;
    await tx
      .insertInto('settings')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
    emit(tx, {
      type: 'setting changed',
      changes: [{ kind: 'settings', id: settingsId, version: null }],
      audit: { action: 'setting changed', details: `${name}: ${before[name]} → ${value}` },
    });
  }
}
