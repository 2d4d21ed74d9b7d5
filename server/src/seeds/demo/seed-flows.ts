import { Review } from '@zhuiyuan/contract/kit/review';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { addDays } from '@zhuiyuan/contract/kit/date-limit';
import { FlowTypeDraft } from '@zhuiyuan/contract/trace/flow/flow-type';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { appendToChain } from '../../trace/flow/flow-chain.ts';
import { insertFlowType, insertPresetFlowTypes } from '../../trace/flow/flow-type-writes.ts';
import { demoFlowTypes } from './demo-flow-types.ts';
import { demoSteps } from './demo-flows.ts';
import { demoPictures } from './pictures.ts';

/** Where there are no flow types yet, every firm gets those that all begin with; whoever makes a firm later gives it its own. */
export const seedFlowTypes = async (db: Db): Promise<void> => {
  if (await db.selectFrom('flowType').select('id').limit(1).executeTakeFirst()) return;
  for (const { id } of await live(db, 'firm').select('id').execute()) await insertPresetFlowTypes(db, { firmId: id });
};

/** The steps of every demo lot: those of the newest lots still wait for review, one was sent back, one is a draft. */
export const seedFlows = async (db: Db): Promise<void> => {
  const firms = await db.selectFrom('firm').select('id').orderBy('id').limit(demoFlowTypes.length).execute();
  for (const [firmAt, { id: firmId }] of firms.entries()) {
    const author = await db.selectFrom('admin').select('id').where('firmId', '=', firmId).executeTakeFirstOrThrow();
    for (const draft of demoFlowTypes[firmAt]!)
      await insertFlowType(db, FlowTypeDraft.parse(draft), { firmId, operatorId: author.id });
    const types = await db.selectFrom('flowType').select(['id', 'name']).where('firmId', '=', firmId).execute();
    const products = await db.selectFrom('product').select('id').where('firmId', '=', firmId).orderBy('id').execute();
    const typeIds = new Map(types.map(({ id, name }) => [name, id]));
    for (const [at, { id: productId }] of products.entries())
      await seedProduct(db, { firmId, firmAt, productId, at, typeIds, authorId: author.id });
  }
};

interface DemoProduct {
  firmId: number;
  firmAt: number;
  productId: number;
  at: number;
  typeIds: ReadonlyMap<string, number>;
  authorId: number;
}

const seedProduct = async (
  db: Db,
  { firmId, firmAt, productId, at, typeIds, authorId }: DemoProduct,
): Promise<void> => {
  const needed = demoSteps({ firmAt, at, seed: 0 })
    .filter(({ type }) => type !== '入库')
    .map(({ type }) => typeIds.get(type)!);
  await db
    .updateTable('product')
    .set({ flowTypeIds: JSON.stringify(needed) })
    .where('id', '=', productId)
    .execute();
  const lots = await db
    .selectFrom('lot')
    .select(['id', 'lotNo', 'produceDate'])
    .where('productId', '=', productId)
    .orderBy('produceDate')
    .execute();
  for (const [place, lot] of lots.entries()) {
    const isNewest = place === lots.length - 1;
    const steps = demoSteps({ firmAt, at, seed: lot.id });
    const rows = await db
      .insertInto('flow')
      .values(
        steps.map((step, order) => {
          const day = addDays(lot.produceDate, step.day);
          return {
            firmId,
            flowTypeId: typeIds.get(step.type)!,
            title: `${step.type} ${lot.lotNo}`,
            productId,
            lotId: lot.id,
            occurAt: `${day} ${step.clock}`,
            place: step.place,
            lng: step.lng ?? null,
            lat: step.lat ?? null,
            operatorName: step.operator,
            fieldValues: JSON.stringify(step.values),
            images: JSON.stringify([step.picture && demoPictures[step.picture]].filter(Boolean)),
            isPublic: step.type !== '入库',
            opSrc: order % 4 === 1 ? OpSource.task : OpSource.console,
            audit: isNewest && step.type === '入库' && at % 4 === 1 ? Review.unsent : Review.waiting,
            createdBy: authorId,
            createdAt: `${day} 18:30:00`,
            updatedAt: `${day} 18:30:00`,
          };
        }),
      )
      .returning(['id', 'audit'])
      .execute();
    for (const [order, { id, audit }] of rows.entries()) {
      if (isNewest && order >= steps.length - 2) {
        if (audit === Review.waiting && order === steps.length - 1 && at % 4 === 2) await sendBack(db, id, authorId);
        continue;
      }
      const passed = `${addDays(lot.produceDate, steps[order]!.day + 1)} 10:15:00`;
      await appendToChain(db, id, lot.id, authorId, passed);
    }
  }
};

const sendBack = async (db: Db, id: number, authorId: number): Promise<void> => {
  await db
    .updateTable('flow')
    .set({ audit: Review.rejected, auditBy: authorId, auditRemark: '入库数量与生产计划不符，请核对后重新提交' })
    .where('id', '=', id)
    .execute();
};
