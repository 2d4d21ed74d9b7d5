import { ConsumerConfig } from '@zhuiyuan/contract/consumer/consumer-config';
import { scoreDefaults } from '@zhuiyuan/contract/risk/risk-rule';
import type { Db } from '../../../kit/db/database.ts';
import { notePointRule } from '../../../risk/note-point-rule.ts';
import { writeConfig } from '../../../risk/score-writes.ts';
import { demoPictures } from '../pictures.ts';

/** What each firm of the demonstration says of its consumers. */
const demoConfigs = [
  {
    sharePoints: 5,
    pointsMonths: 12,
    servicePhone: '400-800-0101',
    serviceHours: '周一至周日 9:00-21:00',
    serviceQr: demoPictures['青岚山-客服微信二维码'],
    followOn: true,
    followQr: demoPictures['青岚山-公众号二维码'],
  },
  { servicePhone: '400-800-0202', serviceHours: '周一至周五 9:00-18:00' },
];

/** Writes what the firm at a place says of its consumers. */
export const seedConsumerConfig = async (
  db: Db,
  whose: { firmId: number; operatorId: number },
  at: number,
): Promise<void> => {
  const config = ConsumerConfig.parse({ ...scoreDefaults, ...demoConfigs[at] });
  const { createdAt } = await db
    .selectFrom('firm')
    .where('id', '=', whose.firmId)
    .select('createdAt')
    .executeTakeFirstOrThrow();
  await notePointRule(db, { ...config, firmId: whose.firmId, at: createdAt });
  await writeConfig(db, { ...config, ...whose, version: undefined });
};
