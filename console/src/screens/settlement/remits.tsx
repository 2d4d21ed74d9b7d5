import { PayeeChannel } from '@zhuiyuan/contract/parties/payee';
import { Delivery } from '@zhuiyuan/contract/payout/payout-enums';
import { ductApi } from '@zhuiyuan/contract/settlement/duct';
import { remitApi, type RemitRow } from '@zhuiyuan/contract/settlement/remit';
import { PayeeKind, RemitSource, RemitStatus } from '@zhuiyuan/contract/settlement/settlement-enums';
import { enumeration } from '@zhuiyuan/contract/kit/enumeration';
import { Review } from '@zhuiyuan/contract/kit/review';
import { Button } from 'antd';
import Banknote from 'icon:banknote';
import { useState } from 'react';
import { toast } from '../../lib/toast.ts';
import { May } from '../../parts/feedback/may.tsx';
import { NoticeBar } from '../../parts/feedback/notice-bar.tsx';
import { useAct } from '../../parts/feedback/use-act.ts';
import type { Act } from '../../parts/list/acts.tsx';
import { acts, type Column } from '../../parts/list/columns.tsx';
import { ExportButton } from '../../parts/list/export-button.tsx';
import { dateFilter, selectFilter, textFilter } from '../../parts/list/filters.tsx';
import { ListScreen, type Picked } from '../../parts/list/list-screen.tsx';
import type { Search } from '../../parts/list/use-rows.ts';
import { useOpened } from '../../parts/list/use-opened.ts';
import { useSearch } from '../../parts/list/use-search.ts';
import { ImportButton } from '../../parts/import/import-button.tsx';
import { useFirmColumn, useFirmFilter, useOptions } from '../../parts/pickers/firm-field.tsx';
import { moneyRange } from '../../parts/pickers/money-range.tsx';
import { BankFiles } from './bank-files.tsx';
import { OffsetModal, StatementModal, useOffset, useStatement } from './dealer-forms.tsx';
import { DuctDrawer, type DuctOwner } from './duct-drawer.tsx';
import { GenerateDrawer, useGenerate } from './generate-drawer.tsx';
import { RemitBoard } from './remit-board.tsx';
import { remitChanges } from './remit-changes.ts';
import { accountText, nextStep, payeeName, remitColumns } from './remit-columns.tsx';
import { RemitDrawer } from './remit-drawer.tsx';
import { RemitAudit, RemitPay, useRemitAudit, useRemitPay, useWeixinPay, WeixinPayModal } from './remit-forms.tsx';
import { remitMay } from './remit-may.ts';
import './settlement.css';

const Audited = enumeration({ no: { value: 'false', label: '未审核' }, yes: { value: 'true', label: '已审核' } });

/** Why nobody pays a remittance now; nothing where it can be paid. */
const blockedPay = (row: RemitRow): string | undefined => {
  if (!row.auditAt) return '打款单尚未审核';
  if (!row.isPayable) return '收款账户信息不完整';
  return row.isOwnAudit ? '审核人与打款人不能为同一人' : undefined;
};

type OnPicked = (picked: Picked<RemitRow>) => void;

const batchOf = (kind: PayeeKind, audit: OnPicked, pay: OnPicked) => (picked: Picked<RemitRow>) => (
  <>
    <May of={remitMay(kind, 'audit')}>
      <Button onClick={() => audit(picked)}>批量审核</Button>
    </May>
    <May of={remitMay(kind, 'pay')}>
      <Button onClick={() => pay(picked)}>批量微信打款</Button>
    </May>
  </>
);

/** What is done with a remittance as it stands; the dialogs that it opens are given. */
const useRemitActs = (
  kind: PayeeKind,
  {
    audit,
    pay,
    weixin,
  }: {
    audit: ReturnType<typeof useRemitAudit>;
    pay: ReturnType<typeof useRemitPay>;
    weixin: ReturnType<typeof useWeixinPay>;
  },
) => {
  const giveUp = useAct(remitApi.giveUp, { done: '操作成功', refresh: remitChanges });
  const actsOfOpen = (row: RemitRow): Act[] => {
    const mayAudit = remitMay(kind, 'audit');
    if (!row.auditAt) return [{ label: '审核', may: mayAudit, run: () => audit.open(row) }];
    const isWeixin = row.channel === PayeeChannel.weixin && !row.gaveUp;
    return [
      ...(isWeixin
        ? [
            {
              label: '微信打款',
              may: remitMay(kind, 'pay'),
              blocked: blockedPay(row),
              run: () => weixin.open({ rows: [row] }),
            },
          ]
        : []),
      {
        label: isWeixin ? '上传凭证' : '打款',
        may: remitMay(kind, 'pay'),
        blocked: blockedPay(row),
        run: () => pay.open(row),
      },
      { label: '驳回', may: mayAudit, run: () => audit.open(row, { audit: Review.rejected }) },
    ];
  };
  /** What came back, or never went out: once more, or not at all. */
  const actsOfPaying = (row: RemitRow): Act[] =>
    row.payState === Delivery.FAILED || row.payState === Delivery.REFUND
      ? [
          {
            label: '重试',
            may: remitMay(kind, 'pay'),
            blocked: row.isOwnAudit ? '审核人与打款人不能为同一人' : undefined,
            run: () => weixin.open({ rows: [row], isRetry: true }),
          },
          {
            label: '放弃',
            may: remitMay(kind, 'pay'),
            destructive: true,
            confirm: '放弃后资金退回资金池，打款单可以上传凭证，或驳回后重新结算，确定放弃？',
            run: () => giveUp({ id: row.id }),
          },
        ]
      : [];
  return (row: RemitRow): Act[] => {
    if (row.status !== RemitStatus.waiting) return [];
    return row.payState === null ? actsOfOpen(row) : actsOfPaying(row);
  };
};

/** Files for the bank, and what came of them. */
const PaymentFiles = ({ kind, input }: { kind: PayeeKind; input: Search['values'] }) => (
  <>
    <BankFiles kind={kind} input={input} firmId={Number(input['firmId']) || undefined} />
    <May of={remitMay(kind, 'pay')}>
      <ImportButton
        endpoint={remitApi.resultImport}
        biz="remit_result"
        thing="打款结果"
        label="导入打款结果"
        options={
          <NoticeBar tone="idle">
            成功的行记为已打款；已打款的再次导入会跳过，不会重复打款。失败的行写入原因，可再次导出银行文件；已打款或已驳回的打款单不能改为失败，会列入错误。
          </NoticeBar>
        }
        refresh={remitChanges}
      />
    </May>
  </>
);

const DealerButtons = ({ offset, statement }: { offset: () => void; statement: () => void }) => (
  <>
    <May of={ductApi.offset.may}>
      <Button onClick={() => offset()}>抵扣货款</Button>
    </May>
    <May of={ductApi.statement.may}>
      <Button onClick={() => statement()}>对账单</Button>
    </May>
  </>
);

/** 打款单 of shops, or of dealers. */
const Remits = ({ kind }: { kind: PayeeKind }) => {
  const isShop = kind === PayeeKind.shop;
  const search = useSearch(remitApi.list, { fixed: { payeeKind: kind } });
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<RemitRow>();
  const [agents, shops] = [useOptions('agent'), useOptions('shop')];
  const [opened, setOpened] = useOpened();
  const [owner, setOwner] = useState<DuctOwner>();
  const [picked, setPicked] = useState<Picked<RemitRow>>();
  const generate = useGenerate(kind);
  const pay = useRemitPay();
  const audit = useRemitAudit(() => picked?.clear());
  const weixin = useWeixinPay(() => picked?.clear());
  const actsOf = useRemitActs(kind, { audit, pay, weixin });
  const payMany = (now: Picked<RemitRow>) => {
    setPicked(now);
    const rows = now.rows.filter((row) => row.channel === PayeeChannel.weixin && row.payState === null);
    if (rows.length === 0) return void toast.warning('请选择微信收款且待打款的打款单');
    void weixin.open({ rows });
  };
  const [offset, statement] = [useOffset(), useStatement()];
  const auditMany = (now: Picked<RemitRow>) => {
    setPicked(now);
    audit.openMany(now.rows);
  };
  const columns: Column<RemitRow>[] = [
    ...remitColumns(kind, ({ id }) => setOpened(id)),
    ...firmColumn,
    acts<RemitRow>((row) => [
      ...actsOf(row),
      { label: '明细', run: () => setOpened(row.id) },
      ...(isShop
        ? []
        : [
            {
              label: '抵扣记录',
              may: ductApi.list.may,
              run: () => setOwner({ kind, id: row.payeeId, name: payeeName(row) }),
            },
          ]),
    ]),
  ];
  const add = (
    <May of={remitMay(kind, 'save')}>
      <Button
        type="primary"
        onClick={() => generate.open(undefined, { firmId: Number(search.values['firmId']) || undefined })}
      >
        生成结算单
      </Button>
    </May>
  );
  return (
    <>
      <RemitBoard kind={kind} firmId={Number(search.values['firmId']) || undefined} />
      <ListScreen
        search={search}
        thing="打款单"
        columns={columns}
        filters={[
          ...firmFilter,
          textFilter('remitNo', '打款单号'),
          ...(isShop ? [selectFilter('shopId', '门店', shops)] : []),
          selectFilter('agentId', '经销商', agents),
          selectFilter('status', '状态', RemitStatus),
          selectFilter('audited', '审核', Audited),
          selectFilter('channel', '收款渠道', PayeeChannel),
          selectFilter('source', '来源', RemitSource),
          ...moneyRange('Amount', '金额'),
          dateFilter('dateLimit', '创建时间'),
        ]}
        buttons={
          <>
            {add}
            <PaymentFiles kind={kind} input={search.values} />
            {!isShop && <DealerButtons offset={() => offset.open()} statement={() => statement.open()} />}
            <May of={remitMay(kind, 'export')}>
              <ExportButton biz="remit" endpoint={remitApi.export} input={search.input} />
            </May>
          </>
        }
        batch={batchOf(kind, auditMany, payMany)}
        card={{
          head: 'remitNo',
          status: 'status',
          name: isShop ? 'shopName' : 'agentName',
          facts: ['amount', nextStep, accountText, 'createTime'],
        }}
        flash={pay.savedId}
        empty={{
          icon: Banknote,
          text: isShop
            ? '直营门店核销奖品后的抵扣和门店奖励，在这里生成打款单、审核和打款。'
            : '经销商与门店结清的核销，在这里生成打款单、审核和打款。',
          action: add,
        }}
      />
      <GenerateDrawer kind={kind} draft={generate} />
      <RemitAudit draft={audit} />
      <RemitPay draft={pay} />
      <WeixinPayModal pay={weixin} />
      <RemitDrawer id={opened} kind={kind} close={() => setOpened(undefined)} />
      <DuctDrawer owner={owner} close={() => setOwner(undefined)} />
      <OffsetModal draft={offset} />
      <StatementModal draft={statement} />
    </>
  );
};

/** 门店打款. */
export const ShopRemits = () => <Remits kind={PayeeKind.shop} />;
/** 经销商打款. */
export const DealerRemits = () => <Remits kind={PayeeKind.agent} />;
