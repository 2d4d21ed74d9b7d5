import { isSecretSetting } from '@zhuiyuan/contract/settings/form-content';
import { toContent } from '../../settings/setting-form.ts';
import { settingForms } from '../../settings/setting-forms.ts';
import { claimSeeds } from '../../settings/claim-seeds.ts';
import type { SeedParts } from './seed-parts.ts';

/** Values a demonstration shows instead of the first ones. */
const demoValues: Record<string, string> = {
  copyright_text: '© 2026 追源科技',
  police_filing_no: '浙公网安备 33010602000000 号',
  consumer_hotline: '400-000-0000',
};

/** The settings forms and a row for every key they name; what somebody saved stays. */
export const seedSettings = async ({ config, db }: SeedParts): Promise<void> => {
  const fresh = await claimSeeds(
    db,
    'form_temp',
    settingForms.map(({ id }) => id),
  );
  const forms = settingForms.filter(({ id }) => fresh.has(id));
  if (forms.length === 0) return;
  const rows = forms.map((form) => ({
    id: form.id,
    name: form.name,
    info: form.name,
    content: JSON.stringify(toContent(form)),
  }));
  await db
    .insertInto('formTemp')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const settings = forms.flatMap((form) =>
    form.fields
      .filter(({ key }) => !isSecretSetting(key))
      .map(({ key, label, value }) => ({
        name: key,
        title: label,
        formId: form.id,
        value: (config.demo ? demoValues[key] : undefined) ?? value,
      })),
  );
  await db
    .insertInto('config')
    .values(settings)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
