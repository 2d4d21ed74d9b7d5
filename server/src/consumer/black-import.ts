import { blackApi } from '@zhuiyuan/contract/consumer/black';
import { text } from '@zhuiyuan/contract/kit/fields';
import { BanKind, BanScope } from '@zhuiyuan/contract/risk/risk-enums';
import { z } from 'zod';
import type { Importer } from '../jobs/importer.ts';
import { addEntry } from './add-entry.ts';

const named = <V extends number>(label: string, options: readonly { value: V; label: string }[]) =>
  z
    .string({ error: `请输入${label}` })
    .trim()
    .transform((name, context): V => {
      const found = options.find((option) => option.label === name);
      if (found) return found.value;
      context.addIssue({
        code: 'custom',
        message: `${label}应为${options.map((option) => option.label).join('、')}之一`,
      });
      return z.NEVER;
    });

const forGood = '永久';
const terms = ['1', '7', '30', '90', forGood];

const Line = z.object({
  kind: named('类型', BanKind.options),
  value: text('对象', { max: 64 }),
  scope: named('限制范围', BanScope.options).default(BanScope.all),
  reason: text('原因', { max: 100 }),
  days: z
    .string()
    .trim()
    .default(forGood)
    .refine((value) => terms.includes(value), `期限应为${terms.join('、')}之一`)
    .transform((value) => (value === forGood ? null : Number(value))),
});

/** 批量导入: entries of the black list; who stands there already is refused by his row. */
export const blackImporter: Importer<z.output<typeof Line>> = {
  biz: 'black',
  may: blackApi.import.may,
  columns: [
    { title: '类型', key: 'kind', isRequired: true, width: 10, example: BanKind.label(BanKind.person) },
    { title: '对象', key: 'value', isRequired: true, width: 36, example: '消费者编号、IP、IP段或设备标识' },
    { title: '限制范围', key: 'scope', width: 14, example: BanScope.label(BanScope.all) },
    { title: '原因', key: 'reason', isRequired: true, width: 30, example: '刷奖' },
    { title: '期限', key: 'days', width: 10, example: '30' },
  ],
  row: Line,
  unique: { column: 'value', of: ({ kind, value }) => `${kind} ${value}` },
  async apply({ db, firmId, operator }, row) {
    await addEntry(db, { ...row, isWhite: false }, { firmId, operatorId: operator.id });
    return 'done';
  },
};
