import { configApi, configRefusals, maskedSecret } from '@zhuiyuan/contract/settings/config';
import { FormContent, formLabels, isSecretSetting, wrongFields } from '@zhuiyuan/contract/settings/form-content';
import { Code } from '@zhuiyuan/contract/kit/codes';
import { sql } from 'kysely';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import { Refusal, refuse } from '../kit/refusal.ts';
import { serve } from '../kit/http/serve.ts';
import { saveSettings } from './save-settings.ts';
import { settingDefaults } from './setting-forms.ts';

const formContent = async (db: Db, id: number): Promise<FormContent> => {
  // as text: the query builder would rename the keys of an object
  const row = await db
    .selectFrom('formTemp')
    .select(sql<string>`content::text`.as('content'))
    .where('id', '=', id)
    .executeTakeFirst();
  const content = row && FormContent.safeParse(JSON.parse(row.content));
  if (!content?.success) throw refuse(configRefusals.noForm);
  return content.data;
};

/** Stored settings by key, secrets masked; a key that was never saved has its first value. */
const shownValues = async (db: Db, keys: string[]): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom('config')
    .select(['name', 'value', 'sealed'])
    .where('name', 'in', [...keys, ''])
    .execute();
  const stored = new Map(
    rows.map((row) => [row.name, row.sealed || (isSecretSetting(row.name) && row.value) ? maskedSecret : row.value]),
  );
  return new Map(
    keys.map((key) => [key, stored.get(key) ?? (isSecretSetting(key) ? '' : (settingDefaults.get(key) ?? ''))]),
  );
};

/** What is stored of one setting, a secret masked; nothing where it was never saved. */
const storedValue = async (db: Db, key: string): Promise<string | null> => {
  const row = await db
    .selectFrom('config')
    .select(['value', 'sealed'])
    .where('name', '=', key)
    .forUpdate()
    .executeTakeFirst();
  return row?.sealed ? maskedSecret : (row?.value ?? null);
};

export const mountConfig = (app: App): void =>
  serve(app, configApi, {
    info: async ({ input, db }) => {
      const content = await formContent(db, input.formId);
      const values = await shownValues(db, [...formLabels(content).keys()]);
      return { ...Object.fromEntries(values), id: input.formId };
    },

    saveForm: async ({ input, db }) => {
      const content = await formContent(db, input.id);
      const fields = formLabels(content);
      const stored = await shownValues(db, [...fields.keys()]);
      // a mask that stands for nothing is no value
      const values = new Map(
        input.fields.flatMap(({ name, value }) =>
          fields.has(name) && value !== undefined
            ? [[name, value === maskedSecret ? (stored.get(name) ?? '') : value]]
            : [],
        ),
      );
      // what is not sent stays, and is asked for only where there is nothing
      const wrong = wrongFields(content, new Map([...stored, ...values])).filter(
        ({ field }) => values.has(field) || !stored.get(field)?.trim(),
      );
      if (wrong[0]) throw new Refusal(Code.invalid, wrong[0].message, { fields: wrong });
      await saveSettings(
        app,
        db,
        [...values].map(([key, value]) => ({ key, value, title: fields.get(key), formId: input.id })),
      );
      return null;
    },

    getUnique: async ({ input, db }) => (await shownValues(db, [input.key])).get(input.key) ?? '',

    saveUnique: {
      stored: async ({ row, db }) => ({ value: await storedValue(db, row) }),
      change: async ({ input, db }) => {
        await saveSettings(app, db, [{ key: input.key, value: input.value ?? '' }]);
        return true;
      },
    },

    check: async ({ input, db }) =>
      settingDefaults.has(input.name) ||
      Boolean(await db.selectFrom('config').select('id').where('name', '=', input.name).executeTakeFirst()),

    get: async ({ input, db }) => {
      const rows = await db.selectFrom('config').selectAll().where('name', '=', input.key).execute();
      const shownByKey = await shownValues(db, [input.key]);
      return rows.map((row) => ({
        ...row,
        value: shownByKey.get(row.name) ?? '',
        createTime: row.createdAt,
        updateTime: row.updatedAt,
      }));
    },

    update: async ({ input, db }) => {
      const names = input.list.map(({ name }) => name);
      const known = await db.selectFrom('config').select('name').where('name', 'in', names).execute();
      if (known.length < new Set(names).size) throw refuse(configRefusals.notSaved);
      await saveSettings(
        app,
        db,
        input.list.flatMap(({ name, value }) => (value === undefined ? [] : [{ key: name, value }])),
      );
      return true;
    },
  });
