import { Holder, Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { BizType, DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import type { DeliverPrint } from '@zhuiyuan/contract/movement/document/deliver';
import { expect, it } from 'vitest';
import { render } from '../../../../test/render.tsx';
import { PrintPaper } from './print-paper.tsx';

const party = (name: string) => ({ kind: Holder.agent, id: 1, name, no: '', contact: '', phone: '', address: '' });
const printed = (status: number): DeliverPrint =>
  ({
    bizType: BizType.ship,
    deliverNo: 'FH1',
    status,
    orderNo: '',
    extNo: '',
    reason: '',
    remark: '周五前送到后门',
    shipAt: '2026-11-05 08:00:00',
    createTime: '2026-11-05 08:00:00',
    warehouse: '',
    logisticsName: '',
    from: party('青岚茶业'),
    to: party('成都锦和商贸'),
    firm: { name: '青岚茶业', phone: '', logo: '' },
    lines: [
      {
        id: 1,
        code: 'AMNSQ74WBEFWXYME',
        lastCode: '',
        codeCnt: 1,
        level: Level.box,
        itemQty: 6,
        innerBoxQty: 0,
        status,
        storeName: '明前龙井',
        lotNo: 'L1',
      },
    ],
    sums:
      status === DeliverStatus.cancelled
        ? { lineCnt: 0, caseQty: 0, boxQty: 0, looseQty: 0, itemQty: 0 }
        : { lineCnt: 1, caseQty: 0, boxQty: 1, looseQty: 0, itemQty: 6 },
    products: [],
  }) as unknown as DeliverPrint;
const paper = async (status: number): Promise<string> =>
  (await render(<PrintPaper doc={printed(status)} qr={{ size: 1, path: '' }} />)).textContent;

it('carries what was remarked, and its sums', async () => {
  const text = await paper(DeliverStatus.shipped);
  expect(text).toContain('备注 周五前送到后门');
  expect(text).toContain('合计 1 行');
});

it('says that it was cancelled where its sums would stand', async () => {
  const text = await paper(DeliverStatus.cancelled);
  expect(text).toContain('已撤销，以上 1 行没有交货');
  expect(text).not.toContain('合计');
});
