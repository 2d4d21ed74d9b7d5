import { z } from 'zod';
import { change, defineApi, read } from '../kit/endpoint.ts';
import { id, int, version } from '../kit/fields.ts';
import { Saved } from '../kit/standard.ts';

const score = (label: string) => int(1, 101, `${label}应为1-100的整数`);

/** What a firm says of its consumers. */
export const ConsumerConfig = z
  .object({
    scoreHold: int(1, 100, '复核线应为1-100的整数'),
    /** 101: nobody is refused by his score. */
    scoreBlock: score('拦截线'),
  })
  .refine(({ scoreHold, scoreBlock }) => scoreBlock >= scoreHold, {
    path: ['scoreBlock'],
    message: '拦截线不能低于复核线',
  });
export type ConsumerConfig = z.output<typeof ConsumerConfig>;

const path = '/admin/lottery/customer/config';
/** Staff of the platform say whose. */
const whose = { firmId: id('请选择所属企业').optional() };

/** 消费者配置. */
export const consumerConfigApi = defineApi({
  info: read(
    '消费者配置',
    path,
    'admin:lottery:customerConfig:info',
    z.object(whose),
    z.object({ scoreHold: z.number(), scoreBlock: z.number(), version: z.number() }),
  ),
  update: change(
    '编辑消费者配置',
    path,
    'admin:lottery:customerConfig:update',
    ConsumerConfig.safeExtend({ ...whose, version }),
    Saved,
  ),
});
