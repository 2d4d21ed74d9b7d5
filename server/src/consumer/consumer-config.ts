import { consumerConfigApi, type ConsumerConfig } from '@zhuiyuan/contract/consumer/consumer-config';
import type { App } from '../kit/http/app-context.ts';
import { serve } from '../kit/http/serve.ts';
import type { Db } from '../kit/db/database.ts';
import { requireFirmId } from '../kit/operator.ts';
import { readTerms } from '../member/consumer-terms.ts';
import { lockConfig, readScores, writeConfig } from '../risk/score-writes.ts';
import { announceScanRules } from '../scan/query/scan-rules.ts';

const readConfig = async (db: Db, firmId: number) => {
  const [scores, { collectFields, ...terms }] = [await readScores(db, firmId), await readTerms(db, firmId)];
  return { ...scores, ...terms, collectFields: collectFields as ConsumerConfig['collectFields'] };
};

/** 消费者配置: what a firm asks of its consumers, and from which risk scores on it holds prizes and refuses draws. */
export const mountConsumerConfig = (app: App): void => {
  serve(app, consumerConfigApi, {
    info: ({ input, db, operator }) => readConfig(db, requireFirmId(operator, input.firmId)),
    collect: ({ input, db, operator }) => readConfig(db, requireFirmId(operator, input.firmId)),
    update: {
      stored: async ({ row, db, operator }) => {
        const firmId = requireFirmId(operator, row);
        await lockConfig(db, firmId);
        const { version: _version, privacyVersion: _number, ...stored } = await readConfig(db, firmId);
        return stored;
      },
      async change({ input: { firmId, version, ...config }, db, operator }) {
        const saved = await writeConfig(db, {
          ...config,
          version,
          firmId: requireFirmId(operator, firmId),
          operatorId: operator.id,
        });
        await announceScanRules(db);
        return saved;
      },
    },
  });
};
