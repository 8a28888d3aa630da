import {
  type SettingName,
  type SettingValues,
  adminSettings,
  settingNames,
} from '#contract/admin/settings.ts';
import type { Db } from '#server/engine/schema.ts';
import type { Store } from '#server/engine/store.ts';
import type { Settings } from '#server/settings.ts';

/**
 * How often an instance reads the settings that admins have changed, in milliseconds. A change in another instance
 * takes effect within this time plus one read.
 */
const interval = 1_000;

interface Following {
  /** The operator's settings, combined with the current settings of admins. */
  readonly settings: Settings;
  /** Reads the settings of admins, after this process has changed them. */
  readonly refresh: () => Promise<void>;
  readonly stop: () => void;
}

type Stored = Partial<SettingValues>;

/**
 * Follows the settings of admins in the database. A value from the environment takes precedence. During an outage, the
 * last known values apply.
 */
export async function followSettings(
  { db }: Pick<Store, 'db'>,
  base: Settings,
  { onFault }: { onFault: (error: unknown) => void },
): Promise<Following> {
  let stored: Stored = await readSettings(db);
  /** Counts reads, so that a slow earlier read does not replace the result of a later one. */
  let [begun, applied, isFailing] = [0, 0, false];
  async function refresh(): Promise<void> {
    const turn = (begun += 1);
    const found = await readSettings(db);
    if (turn < applied) return;
    applied = turn;
    stored = found;
  }
  const timer = setInterval(() => {
    refresh().then(
      () => (isFailing = false),
      (error: unknown) => {
        // An outage is logged once, not at every read.
        if (!isFailing) onFault(error);
        isFailing = true;
      },
    );
  }, interval).unref();
  const valueOf = <Name extends SettingName>(name: Name, given: SettingValues[Name]): SettingValues[Name] =>
    base.fixed.includes(name) ? given : (stored[name] ?? given);
  const settings: Settings = {
    ...base,
    get registration() {
      return valueOf('registration', base.registration);
    },
    get bugWorkers() {
      return valueOf('triage', base.bugWorkers);
    },
    get labels() {
      return valueOf('labels', base.labels);
    },
    get commonPasswords() {
      return valueOf('commonPasswords', base.commonPasswords);
    },
    get name() {
      return valueOf('name', base.name);
    },
    get language() {
      return valueOf('language', base.language);
    },
  };
  return { settings, refresh, stop: () => clearInterval(timer) };
}

/**
 * The settings of admins. Those that this version does not know, such as a value from a later version, are left out.
 */
async function readSettings(db: Db): Promise<Stored> {
  const rows = await db.selectFrom('settings').select(['name', 'value']).execute();
  const known = rows.flatMap(({ name, value }) => {
    const schema = settingNames.includes(name as SettingName) && adminSettings[name as SettingName];
    const parsed = schema ? schema.safeParse(value) : undefined;
    return parsed?.success ? [[name, parsed.data] as const] : [];
  });
  return Object.fromEntries(known);
}
