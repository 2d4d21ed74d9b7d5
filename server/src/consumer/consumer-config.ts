import { consumerConfigApi } from '@zhuiyuan/contract/consumer/consumer-config';
import type { App } from '../kit/http/app-context.ts';
import { serve } from '../kit/http/serve.ts';
import { requireFirmId } from '../kit/operator.ts';
import { readScores, writeScores } from '../risk/score-writes.ts';

/** 消费者配置: from which risk scores on a firm holds prizes and refuses draws. */
export const mountConsumerConfig = (app: App): void => {
  serve(app, consumerConfigApi, {
    info: ({ input, db, operator }) => readScores(db, requireFirmId(operator, input.firmId)),
    update: ({ input: { firmId, version, ...scores }, db, operator }) =>
      writeScores(db, { ...scores, version, firmId: requireFirmId(operator, firmId), operatorId: operator.id }),
  });
};
