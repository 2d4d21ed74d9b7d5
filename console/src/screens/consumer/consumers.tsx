import { passwordAgainTyped } from '@zhuiyuan/contract/access/ask-again';
import { consumerApi, ConsumerSource, ConsumerStatus, type ConsumerRow } from '@zhuiyuan/contract/consumer/consumer';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Button, Input } from 'antd';
import Users from 'icon:users';
import { useNavigate } from 'react-router';
import { consumerPage } from '../../lib/object-addresses.ts';
import { useMay } from '../../lib/session.ts';
import { toast } from '../../lib/toast.ts';
import { May } from '../../parts/feedback/may.tsx';
import { useAct } from '../../parts/feedback/use-act.ts';
import { MoneyInput, PasswordField } from '../../parts/form/fields.tsx';
import { FormModal } from '../../parts/form/form-modal.tsx';
import { useDraft } from '../../parts/form/use-draft.ts';
import { moneyText } from '../../parts/format/numbers.ts';
import { tellMany } from '../../parts/claims/use-many.ts';
import { acts, cell, count, enumTag, extra, money, name, text, time, type Column } from '../../parts/list/columns.tsx';
import { ExportButton, takeExport, type Exported } from '../../parts/list/export-button.tsx';
import { dateFilter, prefix, selectFilter, textFilter, type Filter } from '../../parts/list/filters.tsx';
import { ListScreen, type Picked } from '../../parts/list/list-screen.tsx';
import { useSearch } from '../../parts/list/use-search.ts';
import { NoticeModal, useNotice } from '../../parts/messages/notice-modal.tsx';
import { useFirmColumn, useFirmFilter } from '../../parts/pickers/firm-field.tsx';
import { regionFilter } from '../../parts/pickers/region-input.tsx';
import { BlackModal, useBlack } from './black-modal.tsx';
import { consumerChanges } from './changes.ts';
import { PointsModal, usePoints } from './points-modal.tsx';
import './consumer.css';

/** A whole number, applied by Enter or 查询. */
const numberFilter = <N extends string>(field: N, label: string): Filter<N> => ({
  name: field,
  label,
  control: ({ value, type, apply, set }) => (
    <Input
      prefix={prefix(label)}
      aria-label={label}
      inputMode="numeric"
      value={value ?? ''}
      allowClear
      maxLength={9}
      onChange={(event) => (event.type === 'click' ? set(undefined) : type(event.target.value.replace(/\D/g, '')))}
      onPressEnter={apply}
    />
  ),
  words: (value) => value,
});

/** An amount in yuan, applied at once. */
const amountFilter = <N extends string>(field: N, label: string): Filter<N> => ({
  name: field,
  label,
  control: ({ value, set }) => (
    <MoneyInput
      prefix={prefix(label)}
      aria-label={label}
      value={value === undefined ? undefined : Number(value)}
      onChange={(fen) => set(fen === null || fen === undefined ? undefined : String(fen))}
    />
  ),
  words: (value) => `${moneyText(Number(value))} 元`,
});

const Score = ({ score }: { score: number }) => (
  <span className="zy-consumer-score">
    <i aria-hidden="true">
      <b style={{ width: `${score}%` }} />
    </i>
    <span className={score === 0 ? 'zy-zero' : undefined}>{score}</span>
  </span>
);

const plainDraft = consumerApi.exportPlain.input.safeExtend({ password: passwordAgainTyped });

/** 消费者列表. */
export const Consumers = () => {
  const navigate = useNavigate();
  const may = useMay();
  const search = useSearch(consumerApi.list);
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<ConsumerRow>();
  const nameOf = (id: number) => search.rows.find((row) => row.id === id)?.consumer ?? String(id);
  const black = useBlack(nameOf);
  const points = usePoints();
  const notice = useNotice();
  const change = useAct(consumerApi.status, { done: '', refresh: consumerChanges });
  const { page: _page, limit: _limit, ...filters } = search.input;
  const plain = useDraft({
    create: { ...consumerApi.exportPlain, input: plainDraft },
    done: { create: '导出成功' },
    onSaved: (data) => takeExport(data as Exported),
  });
  const setStatus = async (ids: number[], status: (typeof Enabled.options)[number]['value']) => {
    try {
      tellMany(await change({ ids, status }), nameOf);
    } catch (error) {
      toast.failure(error);
    }
  };
  const columns: Column<ConsumerRow>[] = [
    name('consumer', '消费者', { open: (row) => void navigate(consumerPage(row.id)), least: 120 }),
    enumTag('state', '状态', ConsumerStatus),
    text('phone', '手机号', { width: 116 }),
    text('region', '最近地区', { width: 132 }),
    count('scanCnt', '扫码次数', { width: 84 }),
    count('drawCnt', '抽奖', { width: 64 }),
    count('winCnt', '中奖', { width: 64 }),
    money('winAmount', '中奖金额', { width: 116 }),
    count('points', '积分', { width: 84 }),
    cell('riskScore', '风险分', (row) => <Score score={row.riskScore} />, { width: 108 }),
    time('lastScanAt', '最近扫码'),
    extra(text('id', '编号', { width: 88 })),
    extra(cell('source', '来源', (row) => ConsumerSource.label(row.source), { width: 72 })),
    extra(count('codeCnt', '扫码数', { width: 84 })),
    extra(money('paidAmount', '到账金额', { width: 116 })),
    extra(count('verCnt', '核销', { width: 64 })),
    extra(time('firstScanAt', '首次扫码')),
    ...firmColumn,
    acts((row) => [
      { label: '详情', run: () => void navigate(consumerPage(row.id)) },
      { label: '发消息', may: consumerApi.message.may, run: () => notice.begin([row.id]) },
      { label: '发积分', may: consumerApi.points.may, run: () => points.begin(row) },
      ...(row.status === Enabled.on
        ? [
            {
              label: '禁用',
              may: consumerApi.status.may,
              destructive: true,
              confirm: '禁用后该消费者无法参与活动，确定禁用？',
              run: () => setStatus([row.id], Enabled.off),
            },
          ]
        : [{ label: '启用', may: consumerApi.status.may, run: () => setStatus([row.id], Enabled.on) }]),
      ...(row.state === ConsumerStatus.listed
        ? []
        : [
            {
              label: '拉黑',
              may: consumerApi.black.may,
              destructive: true,
              asksItself: true,
              run: () => black.begin([row.id]),
            },
          ]),
    ]),
  ];
  const batch = (picked: Picked<ConsumerRow>) => {
    const ids = picked.keys.map(Number);
    return (
      <>
        <May of={consumerApi.message.may}>
          <Button onClick={() => notice.begin(ids)}>批量发消息</Button>
        </May>
        <May of={consumerApi.status.may}>
          <Button onClick={() => void setStatus(ids, Enabled.on)}>批量启用</Button>
          <Button onClick={() => void setStatus(ids, Enabled.off)}>批量禁用</Button>
        </May>
        <May of={consumerApi.black.may}>
          <Button danger onClick={() => black.begin(ids)}>
            批量拉黑
          </Button>
        </May>
      </>
    );
  };
  return (
    <>
      <ListScreen
        search={search}
        thing="消费者"
        columns={columns}
        filters={[
          ...firmFilter,
          textFilter('keywords', '消费者', '昵称、完整手机号或编号'),
          selectFilter('state', '状态', ConsumerStatus),
          selectFilter('source', '来源', ConsumerSource),
          regionFilter('regionCode', '最近地区'),
          numberFilter('scanMin', '扫码次数 从'),
          numberFilter('scanMax', '扫码次数 到'),
          amountFilter('winMin', '中奖金额 从'),
          amountFilter('winMax', '中奖金额 到'),
          numberFilter('riskMin', '风险分 从'),
          dateFilter('firstLimit', '首次扫码'),
          dateFilter('lastLimit', '最近扫码'),
        ]}
        buttons={
          <>
            <ExportButton biz="consumer" endpoint={consumerApi.export} input={filters} />
            <May of={consumerApi.exportPlain.may}>
              <Button onClick={() => plain.open(undefined, { ...filters })}>导出明文</Button>
            </May>
          </>
        }
        batch={
          [consumerApi.message, consumerApi.status, consumerApi.black].some((one) => may(one.may)) ? batch : undefined
        }
        card={{
          head: 'consumer',
          status: 'state',
          name: 'phone',
          facts: [
            'firmName',
            'region',
            (row) => `扫码 ${row.scanCnt} 次`,
            (row) => `中奖 ${row.winCnt} 次`,
            'lastScanAt',
          ],
        }}
        empty={{ icon: Users, text: '扫码参与活动的人第一次来时列在这里。' }}
      />
      <BlackModal draft={black} />
      <PointsModal draft={points} />
      <NoticeModal draft={notice} />
      <FormModal draft={plain} title="导出明文" save="导出">
        <p className="zy-consumer-after">昵称和手机号按原文写入文件，共 {search.total} 条；导出会记入系统日志。</p>
        <PasswordField name="password" label="登录密码" isNew={false} />
      </FormModal>
    </>
  );
};
