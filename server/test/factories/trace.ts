import { flowTypeApi } from '@zhuiyuan/contract/trace/flow/flow-type';
import { flowApi } from '@zhuiyuan/contract/trace/flow/flow';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { randomUUID } from 'node:crypto';
import type { TestApp } from '../app.ts';
import { makeStaff } from './access.ts';
import { makeCodeWorld } from './codes.ts';

const flowActs = ['list', 'save', 'update', 'delete', 'audit', 'import', 'export', 'void'];
const typeActs = ['list', 'save', 'update', 'delete'];
export const flowPermissions = [
  ...flowActs.map((act) => `admin:identity:flow:${act}`),
  ...typeActs.map((act) => `admin:identity:flowType:${act}`),
];

/** A firm with a product, two lots, a flow type with a required and an inner field, and staff who may do everything with flows. */
export const makeFlowWorld = async (app: TestApp) => {
  const { firmId, productId, lotId, issue, token: codeToken } = await makeCodeWorld(app);
  const { token, id: staffId } = await makeStaff(app, { firmId, permissions: flowPermissions });
  const other = await app.db
    .insertInto('lot')
    .values({ firmId, productId, lotNo: 'L261105-2', produceDate: '2026-11-05' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const type = await app.data(token, flowTypeApi.save, {
    name: '萎凋',
    stage: 3,
    icon: 'leaf',
    fields: [
      { key: 'f1', label: '萎凋时间', type: 'number', unit: '小时', min: 0, required: true },
      { key: 'f2', label: '记录人', type: 'person', showToConsumer: false },
      { key: 'f3', label: '现场', type: 'image' },
    ],
  } as never);
  const draft = (change: object = {}) => ({
    flowTypeId: type.id,
    productId,
    lotIds: [lotId],
    occurAt: '2026-11-04 08:30:00',
    values: { f1: 12 },
    audit: 0,
    ...change,
  });
  const save = (change: object = {}) => app.data(token, flowApi.save, draft(change) as never);
  const pass = (...ids: number[]) => app.data(token, flowApi.audit, { ids, audit: 1 } as never);
  const info = (id: number) => app.data(token, flowApi.info, { id });
  /** Codes 1–100 of a new segment, bound to the first lot. */
  const activate = async () => {
    const { seg } = await issue({ productId, lotId });
    const pick = { mode: 1 as const, ranges: [{ seg, serialFrom: 1, serialTo: 100 }] };
    await app.data(codeToken, codeOpApi.use, { pick, productId, lotId, idemKey: randomUUID() } as never);
    return seg;
  };
  return {
    firmId,
    issue,
    productId,
    lotId,
    otherLotId: other.id,
    typeId: type.id,
    token,
    staffId,
    draft,
    save,
    pass,
    info,
    activate,
  };
};
export type FlowWorld = Awaited<ReturnType<typeof makeFlowWorld>>;
