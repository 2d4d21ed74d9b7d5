import { remitApi, type BankFileRow } from '@zhuiyuan/contract/settlement/remit';
import type { PayeeKind } from '@zhuiyuan/contract/settlement/settlement-enums';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import History from 'icon:history';
import Landmark from 'icon:landmark';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { confirm, toast } from '../../lib/toast.ts';
import { May } from '../../parts/feedback/may.tsx';
import { useSubmitLock } from '../../parts/feedback/use-submit-lock.ts';
import { countText, moneyText } from '../../parts/format/numbers.ts';
import { SideDrawer } from '../../parts/frame/side-drawer.tsx';
import { acts, cell, count, money, text, time, type Column } from '../../parts/list/columns.tsx';
import { takeExport } from '../../parts/list/export-button.tsx';
import { PagedTable } from '../../parts/list/plain-table.tsx';
import { useLocalSearch } from '../../parts/list/use-local-search.ts';
import { useFirmColumn } from '../../parts/pickers/firm-field.tsx';
import { remitMay } from './remit-may.ts';

const nothingNew = '没有可导出的数据';

/** What became of a file's remittances: `2 / 3`, and how many were rejected. */
const paidText = ({ count: all, paidCnt, rejectedCnt }: BankFileRow): string =>
  `${countText(paidCnt)} / ${countText(all)}${rejectedCnt > 0 ? `，驳回 ${countText(rejectedCnt)}` : ''}`;

/** The question before a file is given again: all of it goes to the bank a second time. */
const againText = ({ fileNo, count: all, amount, paidCnt, rejectedCnt }: BankFileRow): string => {
  const over = [
    paidCnt > 0 && `${countText(paidCnt)} 笔已打款`,
    rejectedCnt > 0 && `${countText(rejectedCnt)} 笔已驳回`,
  ].filter(Boolean);
  return `将重新导出 ${fileNo}，与当时的文件相同：${countText(all)} 笔，合计 ¥${moneyText(amount)}。${
    over.length > 0 ? `其中${over.join('、')}，不要再次提交给银行。` : '已提交给银行的请勿再次提交。'
  }确定重新导出？`;
};

const Files = ({ kind, firmId }: { kind: PayeeKind; firmId: number | undefined }) => {
  const search = useLocalSearch(remitApi.bankFiles, { fixed: { payeeKind: kind, firmId } as never });
  const firmColumn = useFirmColumn<BankFileRow>();
  const columns: Column<BankFileRow>[] = [
    time('createTime', '导出时间', { width: 128 }),
    count('count', '笔数', { width: 56 }),
    money('amount', '金额', { width: 104 }),
    cell('paidCnt', '已打款', paidText, { width: 124 }),
    text('operatorName', '导出人', { width: 88 }),
    text('fileNo', '文件编号', { width: 124 }),
    ...firmColumn,
    acts((row) => [
      {
        label: '重新导出',
        may: remitMay(kind, 'pay'),
        confirm: againText(row),
        run: async () => {
          takeExport(await call(remitApi.bankFileAgain, { id: row.id }, { quiet: true }));
          toast.success(`已导出 ${countText(row.count)} 笔，内含完整账号，请妥善保管`);
        },
      },
    ]),
  ];
  return <PagedTable search={search} columns={columns} keyOf={({ id }) => id} empty="还没有导出过银行批量文件" />;
};

/** 导出银行批量文件 of what is in none yet, and the files that were taken away, each to be had again. */
export const BankFiles = ({
  kind,
  input,
  firmId,
}: {
  kind: PayeeKind;
  /** The list's filters. */
  input: object;
  firmId: number | undefined;
}) => {
  const client = useQueryClient();
  const [isBusy, lock] = useSubmitLock();
  const [isOpen, setIsOpen] = useState(false);
  const take = async (): Promise<void> => {
    const file = await call(remitApi.bankFile, { ...input, payeeKind: kind } as never, { quiet: true });
    takeExport(file);
    const said = `已导出 ${countText(file.count)} 笔，内含完整账号，请妥善保管`;
    if (file.before === 0) toast.success(said);
    else
      toast.withLink('success', `${said}。另有 ${countText(file.before)} 笔在此前的文件里，尚未打款`, {
        text: '已导出的文件',
        run: () => setIsOpen(true),
      });
    for (const { path } of [remitApi.list, remitApi.bankFiles]) void client.invalidateQueries({ queryKey: [path] });
  };
  const run = () =>
    lock(async () => {
      try {
        await take();
      } catch (error) {
        if (!(error instanceof Error) || error.message !== nothingNew) return toast.failure(error);
        const wants = await confirm({
          text: '没有新的待打款打款单。要看已导出的文件，从中重新导出一个吗？',
          verb: '已导出的文件',
          saysCancelled: false,
        });
        if (wants) setIsOpen(true);
      }
    });
  return (
    <May of={remitMay(kind, 'pay')}>
      <Button icon={<Landmark size={14} strokeWidth={1.6} />} loading={isBusy} onClick={() => void run()}>
        导出银行批量文件
      </Button>
      <Button icon={<History size={14} strokeWidth={1.6} />} onClick={() => setIsOpen(true)}>
        已导出的文件
      </Button>
      <SideDrawer isOpen={isOpen} close={() => setIsOpen(false)} title="已导出的银行批量文件" width={920}>
        {isOpen && <Files kind={kind} firmId={firmId} />}
      </SideDrawer>
    </May>
  );
};
