import { Review } from '@zhuiyuan/contract/kit/review';
import type { TraceDetail } from '@zhuiyuan/contract/trace/trace-detail';
import type { Db } from '../../kit/db/database.ts';
import { flowColumns, matchingFlows, ofCode } from './find-flows.ts';
import { verifyChain } from './flow-chain.ts';
import { mostSteps, withShownValues } from './list-timeline.ts';

/**
 * What a shopper sees of the steps of one code: public, audited and valid records of its lot that apply to it, in the
 * order they happened, with the fields their types show; and whether the lot's chain of records is whole.
 */
export const publicFlows = async (
  db: Db,
  { productId, lotId, seg, serial }: { productId: number; lotId: number; seg: number; serial: number },
): Promise<Pick<TraceDetail, 'flows' | 'chain'>> => {
  const matching = matchingFlows(db, { productId, lotId, audit: Review.passed, public: true, isVoid: false });
  const [steps, chain] = await Promise.all([
    withShownValues(
      db,
      flowColumns(ofCode(matching, { seg, serial })).orderBy('flow.occurAt').orderBy('flow.id').limit(mostSteps),
    ),
    verifyChain(db, lotId),
  ]);
  return {
    flows: steps.map(({ shown, ...step }) => {
      const fields = shown.filter(({ showToConsumer }) => showToConsumer);
      return {
        typeId: step.flowTypeId,
        typeName: step.flowTypeName,
        icon: step.flowTypeIcon || null,
        title: step.title,
        occurAt: step.occurAt,
        place: step.place || null,
        fields: fields
          .filter(({ images, files }) => images.length + files.length === 0)
          .map(({ label, value }) => ({ label, value })),
        images: [...step.images, ...fields.flatMap(({ images }) => images)],
        files: [...step.files, ...fields.flatMap(({ files }) => files)].map(({ name, url }) => ({ title: name, url })),
      };
    }),
    chain: { ok: chain?.ok ?? true, count: chain?.count ?? 0 },
  };
};
