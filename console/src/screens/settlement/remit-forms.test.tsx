import type { RemitRow } from '@zhuiyuan/contract/settlement/remit';
import { afterEach, describe, expect, it } from 'vitest';
import { answer, byText, clear, click, render, settle, until } from '../../../test/render.tsx';
import { givenBack, RemitAudit, useRemitAudit } from './remit-forms.tsx';

const row = (id: number, more: Partial<RemitRow> = {}): RemitRow =>
  ({
    id,
    version: id + 10,
    remitNo: `DK000000000${id}`,
    payeeKind: 1,
    shopName: '玉林店',
    agentName: '',
    amount: 8600,
    ductAmount: 2600,
    offset: 0,
    rewardAmount: 6000,
    channel: 'bank',
    account: '************1234',
    accountName: '何玉林',
    status: 0,
    payState: null,
    auditAt: null,
    isPayable: true,
    bankFileAt: null,
    periodFrom: '2026-11-01',
    periodTo: '2026-11-30',
    ...more,
  }) as RemitRow;

const Desk = ({ rows, start }: { rows: readonly RemitRow[]; start?: object }) => {
  const audit = useRemitAudit(() => undefined);
  return (
    <>
      <button onClick={() => audit.openMany(rows)}>批量审核</button>
      <button onClick={() => audit.open(rows[0], { ...start })}>审核一笔</button>
      <RemitAudit draft={audit} />
    </>
  );
};

const listen = () => {
  const sent: unknown[] = [];
  answer((_url, body) => {
    sent.push(body);
    return { data: { ok: 2, fail: [] } };
  });
  return sent;
};

describe('审核 of remittances', { timeout: 60_000 }, () => {
  afterEach(clear);

  it('sends those that wait for it as they were seen, and leaves out the others', async () => {
    const sent = listen();
    const paid = row(3, { status: 1, auditAt: '2026-11-20 10:00:00' });
    await render(<Desk rows={[row(1), paid, row(2)]} />);
    await click(byText('批量审核'));
    await until(() => byText('确定') !== undefined);
    expect(byText('审核 2 笔打款单')).toBeDefined();
    expect(byText('所选中另有 1 笔不在待审核，不受影响')).toBeDefined();
    await click(byText('确定')?.closest('button'));
    await until(() => sent.length > 0);
    expect(sent).toMatchObject([{ ids: [1, 2], versions: [11, 12], audit: 1 }]);
  });

  it('opens for none that is over', async () => {
    await render(<Desk rows={[row(1, { status: -1 })]} />);
    await click(byText('批量审核'));
    await settle(50);
    expect(byText('确定')).toBeUndefined();
  });

  it('asks what the bank said before it rejects what lies there', async () => {
    const sent = listen();
    const atBank = row(1, { auditAt: '2026-11-20 10:00:00', bankFileAt: '2026-11-21 10:00:00' });
    await render(<Desk rows={[atBank]} start={{ audit: 2, remark: '换账户' }} />);
    await click(byText('审核一笔'));
    await until(() => byText('已向银行确认未受理') !== undefined);
    await click(byText('确定')?.closest('button'));
    await settle(50);
    expect(sent).toEqual([]);
    await click(document.querySelector('input[type="checkbox"]'));
    await click(byText('确定')?.closest('button'));
    await until(() => sent.length > 0);
    expect(sent).toMatchObject([{ ids: [1], audit: 2, notTaken: true, remark: '换账户' }]);
  });

  it('says what a rejection gives back, and where to', () => {
    expect(givenBack([row(1)])).toBe('驳回后核销抵扣 26.00 元退回抵扣余额，奖励 60.00 元退回待结算奖励，可以重新结算');
    expect(givenBack([row(1, { ductAmount: 0 })])).toBe('驳回后奖励 60.00 元退回待结算奖励，可以重新结算');
  });
});
