import { maskedSecret } from '@zhuiyuan/contract/settings/config';
import { isSecretSetting } from '@zhuiyuan/contract/settings/form-content';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import { Refusal } from '../kit/refusal.ts';
import { announceChange } from '../kit/db/remember.ts';
import { seal } from '../kit/secret.ts';
import { sealPurpose, settingsMemory } from './read-setting.ts';
import { wrongValue } from './setting-rules.ts';

export interface SettingChange {
  key: string;
  value: string;
  title?: string;
  formId?: number;
}

/**
 * Stores settings and tells every process. A secret is sealed under the master key, and stays as it is when it comes back
 * masked. Throws 400 with the fields whose value their setting cannot take.
 */
export const saveSettings = async (
  { config }: Pick<App, 'config'>,
  db: Db,
  changes: SettingChange[],
): Promise<void> => {
  const wrong = changes.flatMap(({ key, value }) => {
    const message = value === '' ? undefined : wrongValue(key, value);
    return message ? [{ field: key, message }] : [];
  });
  if (wrong[0]) throw new Refusal(400, wrong[0].message, { fields: wrong });
  for (const { key, value, title, formId } of changes) {
    const isSecret = isSecretSetting(key);
    if (isSecret && value === maskedSecret) continue;
    const stored =
      isSecret && value !== ''
        ? { value: '', sealed: seal(config.masterKey, sealPurpose(key), Buffer.from(value)) }
        : { value, sealed: null };
    await db
      .insertInto('config')
      .values({ name: key, title: title ?? '', formId: formId ?? 0, ...stored })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({
          ...stored,
          updatedAt: new Date(),
          ...(title ? { title } : {}),
          ...(formId ? { formId } : {}),
        }),
      )
      .execute();
  }
  await announceChange(db, settingsMemory);
};
