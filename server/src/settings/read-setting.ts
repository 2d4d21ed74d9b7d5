import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import { remember } from '../kit/db/remember.ts';
import { unseal } from '../kit/secret.ts';
import { settingDefaults } from './setting-forms.ts';

/** Name under which a change of settings is announced. */
export const settingsMemory = 'settings';
/** What a sealed setting is bound to; the key follows. */
export const sealPurpose = (key: string): string => `setting:${key}`;

const storedSettings = remember(settingsMemory, async (db) => {
  const rows = await db.selectFrom('config').select(['name', 'value']).where('sealed', 'is', null).execute();
  return new Map(rows.map((row) => [row.name, row.value]));
});

/** The value of a setting, its first value while none was saved, '' for one that does not exist or is a secret. */
export const readSetting = async (db: Db, key: string): Promise<string> =>
  (await storedSettings(db)).get(key) ?? settingDefaults.get(key) ?? '';

/** As {@link readSetting}, for several settings; the names of the answer are the keys asked for. */
export const readSettings = async <K extends string>(db: Db, keys: readonly K[]): Promise<Record<K, string>> => {
  const values = await Promise.all(keys.map((key) => readSetting(db, key)));
  return Object.fromEntries(keys.map((key, at) => [key, values[at]])) as Record<K, string>;
};

/** The value of a setting that is a secret, '' while there is none. Only for calls to other services, never for an answer. */
export const readSecretSetting = async ({ config }: Pick<App, 'config'>, db: Db, key: string): Promise<string> => {
  const row = await db.selectFrom('config').select('sealed').where('name', '=', key).executeTakeFirst();
  return row?.sealed ? unseal(config.masterKey, sealPurpose(key), row.sealed).toString('utf8') : '';
};
