import { placesText } from '../../kit/places.ts';
import { z } from 'zod';
import { dayField } from '../../kit/day.ts';
import { Enabled } from '../../kit/enumeration.ts';
import { fen, id, int, latitude, longitude, optionalText, text } from '../../kit/fields.ts';
import { isGln } from '../../kit/gs1.ts';
import { optionalFileAddress } from '../../kit/picture.ts';
import { AgentType } from './agent-enums.ts';
import { firmId, mobile, regionCode, rowNumber } from '../party-fields.ts';
import { payeeFields } from '../payee.ts';
import { plainDigits } from '../../kit/typed.ts';

/** The agent above; 0 = none. */
export const parentField = int(0, Number.MAX_SAFE_INTEGER, '上级经销商不正确').default(0);

/** An agent as it is typed. A blank number gets the firm's next one; `regions` are his sales regions for all products. */
export const AgentDraft = z
  .object({
    firmId,
    pid: parentField,
    name: text('经销商名称', { min: 2, max: 60 }),
    agentNo: rowNumber('经销商编号'),
    agentType: z.union([z.string(), z.number()], { error: '请选择经销商类型' }).pipe(AgentType.schema),
    channelId: id('渠道不正确').optional(),
    salesmanId: id('业务员不正确').optional(),
    contact: text('联系人', { max: 20 }),
    phone: mobile('联系电话'),
    regionCode: regionCode('请选择所在地区'),
    address: optionalText('详细地址', 120),
    lng: longitude,
    lat: latitude,
    regions: z.array(regionCode('授权销售区域不正确'), { error: '请选择授权销售区域' }).max(4000).default([]),
    licenseNo: optionalText('营业执照号', 40),
    licenseImage: optionalFileAddress,
    ...payeeFields,
    gln: optionalText('GLN', 13, plainDigits).refine((value) => value === '' || isGln(value), {
      error: ({ input }) => placesText('GLN校验位不正确', [13], String(input)),
    }),
    coopFrom: dayField('日期不正确').optional(),
    coopTo: dayField('日期不正确').optional(),
    creditLimit: fen('信用额度').default(0),
    status: Enabled.schema.default(0),
    remark: optionalText('备注', 200),
  })
  .refine(({ agentType, regions }) => agentType === AgentType.other || regions.length > 0, {
    path: ['regions'],
    message: '请选择授权销售区域',
    // also while other fields are still missing
    when: ({ value }) => (value as { agentType?: unknown }).agentType !== undefined,
  })
  .refine(({ coopFrom, coopTo }) => !coopFrom || !coopTo || coopTo >= coopFrom, {
    path: ['coopTo'],
    message: '结束日期不能早于开始日期',
    when: ({ value }) => typeof (value as { coopTo?: unknown }).coopTo === 'string',
  });
export type AgentDraft = z.output<typeof AgentDraft>;
