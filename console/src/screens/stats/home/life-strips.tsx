import { identityHomeApi, type CardNumber, type IdentityCards } from '@zhuiyuan/contract/stats/identity-home';
import { cardText, countText } from '../../../parts/format/numbers.ts';
import { StatCard, StatStrip } from '../../../parts/charts/stat-card.tsx';
import { BlockFailed } from '../../../parts/feedback/block-failed.tsx';
import { useBlock } from '../../../parts/feedback/use-block.ts';

interface Kind {
  name: Exclude<keyof IdentityCards, 'quotaLeft'>;
  label: string;
  unit: string;
  hint?: string;
  isAlarm?: boolean;
}

const codeKinds: Kind[] = [
  { name: 'codeNum', label: '生码数', unit: '个', hint: '产品码、小箱码、大箱码合计' },
  { name: 'activeNum', label: '启用数', unit: '个', hint: '已减去撤销的启用' },
  {
    name: 'packNum',
    label: '装箱数',
    unit: '件',
    hint: '装箱操作装入的产品，已减去撤销的装箱；套标的产品在生码时已成箱，不计入',
  },
  { name: 'shipNum', label: '发货数', unit: '件', hint: '企业和经销商发出的产品，已减去撤销的发货，不含退货' },
  { name: 'signNum', label: '签收数', unit: '件', hint: '收货方签收的产品，不含退货' },
];
const scanKinds: Kind[] = [
  { name: 'scanNum', label: '扫码次数', unit: '次', hint: '同一设备在间隔时间内重复查询不计次' },
  { name: 'firstNum', label: '首次扫码', unit: '次' },
  {
    name: 'doubtNum',
    label: '异常扫码',
    unit: '次',
    hint: '查询超限、已作废、编码不存在和验证码错误',
    isAlarm: true,
  },
  { name: 'regNum', label: '标识注册', unit: '个' },
  { name: 'parseNum', label: '标识解析', unit: '个' },
];

const recent = (number: CardNumber | undefined): string =>
  number ? `${countText(number.today)} · 昨日全天 ${countText(number.yesterday)}` : '-';

/** The numbers of the range, each with today's and yesterday's. */
export const LifeStrips = ({ dateLimit }: { dateLimit: string }) => {
  const { data, error, refetch } = useBlock(identityHomeApi.cards, { dateLimit });
  if (error && !data)
    return (
      <section className="sheet">
        <BlockFailed error={error} retry={refetch} />
      </section>
    );
  const card = ({ name, label, unit, hint, isAlarm }: Kind) => (
    <StatCard
      key={name}
      label={label}
      unit={unit}
      hint={hint}
      value={data ? cardText(data[name].total) : '-'}
      beforeLabel="今日"
      before={recent(data?.[name])}
      isAlarm={isAlarm && Boolean(data?.[name].today)}
    />
  );
  return (
    <>
      <StatStrip label="码概况">
        {codeKinds.map(card)}
        <StatCard
          label="码额度剩余"
          unit={data && data.quotaLeft !== null ? '个' : undefined}
          value={data ? (data.quotaLeft === null ? '不限' : cardText(data.quotaLeft)) : '-'}
        />
      </StatStrip>
      <StatStrip label="扫码概况">{scanKinds.map(card)}</StatStrip>
    </>
  );
};
