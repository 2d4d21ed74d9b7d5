import { z } from 'zod';
import type { RefusalText } from '../kit/codes.ts';
import { Enabled } from '../kit/enumeration.ts';
import { int, text } from '../kit/fields.ts';
import { BanKind, BanScope, RiskAction } from './risk-enums.ts';
import { trialOf } from './trial.ts';

/** What a firm may change of a rule: more than `threshold` within the window is a hit. What it counts by is fixed. */
export const RiskRuleDraft = z.object({
  /** Seconds: of what is counted, a minute to a week. */
  windowSec: int(60, 604_800, '统计时间须为1分钟至7天'),
  threshold: int(0, 100_000, '阈值应为0-100000的整数'),
  /** A second limit that must be passed too: codes (R06) or kilometres (R07); null for all others. */
  also: int(0, 100_000, '附加条件应为0-100000的整数').nullable().default(null),
  action: RiskAction.schema,
  /** Of 拉黑. */
  banHours: int(1, 8760, '拉黑时长须为1-8760小时').default(24),
  status: Enabled.schema.default(0),
});
export type RiskRuleDraft = z.output<typeof RiskRuleDraft>;

/** Rules whose tickets and scans of the last days are kept; of R12 it is not kept which browser asked for a ticket. */
export const triedRules: readonly string[] = ['R01', 'R02', 'R03', 'R04', 'R05', 'R06', 'R07', 'R08', 'R09'];

/** How often a rule would have been hit in seven full days, and by how many: people, addresses, phones, places or codes, as it counts. */
export const RiskTrial = trialOf({ hits: z.number(), subjects: z.number() });
export type RiskTrial = z.output<typeof RiskTrial>;

/** Risk scores from which on prizes wait for a person, and nothing is drawn any more, until a firm says otherwise. */
export const scoreDefaults = { scoreHold: 40, scoreBlock: 80 };

/** Entries of addresses last no longer: behind one stand others tomorrow. */
export const mostDaysOfAddress = 30;

/** Somebody who is put on a list by hand. */
export const BanDraft = z.object({
  kind: BanKind.schema,
  /** A person's number, an address (`203.0.113.9`), a network (`203.0.113.0/24`), or a device's mark. */
  value: text('限制对象', { max: 64 }),
  /** 白名单: rules leave him alone. */
  isWhite: z.boolean().default(false),
  scope: BanScope.schema.default(0),
  reason: text('原因', { max: 100 }),
  /** Null: for good. */
  days: int(1, 3650, '有效天数应为1-3650的整数').nullable().default(null),
});
export type BanDraft = z.output<typeof BanDraft>;

export const riskRefusals = {
  listed: [62343, '该对象已在名单中'],
  noHistory: [62344, '该类型没有历史数据，只按当前值判断'],
  isTrying: [62345, '正在试运行，请稍后'],
} as const satisfies Record<string, RefusalText>;
