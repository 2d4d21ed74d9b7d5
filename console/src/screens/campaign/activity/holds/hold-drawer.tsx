import { holdApi, type HoldInfo, type HoldRow } from '@zhuiyuan/contract/campaign/hold/hold';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { RequestStatus } from '@zhuiyuan/contract/fund/ledger-enums';
import { Button, Skeleton } from 'antd';
import { useMay } from '../../../../lib/session.ts';
import { useRead } from '../../../../lib/use-read.ts';
import { Failed } from '../../../../parts/feedback/states.tsx';
import { CodeLink } from '../../../../parts/format/object-links.tsx';
import { Facts } from '../../../../parts/format/facts.tsx';
import { countText, moneyText } from '../../../../parts/format/numbers.ts';
import { EnumTag } from '../../../../parts/format/tag.tsx';
import { SideDrawer } from '../../../../parts/frame/side-drawer.tsx';
import { runAct, usableActs, type Act } from '../../../../parts/list/acts.tsx';
import { cell, money, text, time, type Column } from '../../../../parts/list/columns.tsx';
import { PlainTable } from '../../../../parts/list/plain-table.tsx';
import './holds.css';

type Beside = HoldInfo['draws'][number];

/** `同一IP多人 21（上限 20）`; a rule that counts nothing is its name alone. */
const hitText = ({ name, value, threshold }: HoldRow['hits'][number]): string =>
  value > 0 ? `${name} ${countText(value)}（上限 ${countText(threshold)}）` : name;

const prizeText = ({ prizeName, prizeType, amount, points }: HoldInfo): string =>
  prizeType === PrizeType.cash
    ? `${prizeName}，${moneyText(amount)} 元`
    : prizeType === PrizeType.points
      ? `${prizeName}，${countText(points)} 积分`
      : prizeName;

const columns: Column<Beside>[] = [
  time('drawnAt', '抽奖时间', { seconds: true }),
  { ...text<Beside>('actName', '活动'), least: 120 },
  text('prizeName', '结果', { width: 120 }),
  money('amount', '现金', { width: 88 }),
  cell('region', '地区与IP', (row) => [row.region, row.ip].filter(Boolean).join(' '), { width: 176 }),
];

const Evidence = ({ info }: { info: HoldInfo }) => (
  <>
    <Facts
      isPaired
      items={[
        { label: '奖品', value: `${info.tierName} ${prizeText(info)}`, isWide: true },
        {
          label: '冻结原因',
          isWide: true,
          value: (
            <ul className="zy-hold-hits">
              {info.hits.map((hit) => (
                <li key={hit.code}>{hitText(hit)}</li>
              ))}
            </ul>
          ),
        },
        { label: '消费者', value: `${info.consumer}（编号 ${info.uid}）` },
        { label: '企业身份', value: info.roles.join('、') || '普通消费者' },
        { label: '编码', value: info.codeText && <CodeLink code={info.codeText} /> },
        { label: '产品', value: info.productName },
        { label: '地区', value: info.region },
        { label: '抽奖时间', value: info.drawnAt },
        { label: 'IP', value: `${info.ip}，前后一天另有 ${countText(info.sameIp)} 人用它抽奖` },
        { label: '设备', value: `${info.device}，前后一天另有 ${countText(info.sameDevice)} 人用它抽奖` },
        {
          label: '该消费者累计',
          value: `抽奖 ${countText(info.drawCnt)} 次，中奖 ${countText(info.winCnt)} 次，现金 ${moneyText(info.winAmount)} 元`,
          isWide: true,
        },
        ...(info.state === RequestStatus.waiting
          ? []
          : [
              { label: '复核人', value: info.auditName },
              { label: '复核时间', value: info.auditAt },
              { label: '复核意见', value: info.remark, isWide: true },
            ]),
      ]}
    />
    <h3 className="zy-hold-title">最近抽奖</h3>
    <PlainTable columns={columns} rows={info.draws} keyOf={({ id }) => id} empty="没有抽奖记录" />
  </>
);

/** What a held prize is judged by, with the decision under it. */
export const HoldDrawer = ({
  id,
  close,
  actsOf,
}: {
  id: number | undefined;
  close: () => void;
  actsOf: (row: HoldRow) => Act[];
}) => <>{id !== undefined && <Open key={id} id={id} close={close} actsOf={actsOf} />}</>;

const Open = ({ id, close, actsOf }: { id: number; close: () => void; actsOf: (row: HoldRow) => Act[] }) => {
  const may = useMay();
  const { data, error, refetch } = useRead(holdApi.info, { id });
  const deeds = data ? usableActs(actsOf(data), may) : [];
  return (
    <SideDrawer
      isOpen
      close={close}
      title="冻结的中奖"
      name={data?.drawNo}
      mark={data && <EnumTag of={RequestStatus} value={data.state} />}
      foot={
        deeds.length > 0 && (
          <div className="zy-hold-foot">
            {deeds.toReversed().map((act) => (
              <Button
                key={act.label}
                danger={act.destructive ?? false}
                type={act.destructive ? 'default' : 'primary'}
                onClick={() => void runAct(act)}
              >
                {act.label}
              </Button>
            ))}
          </div>
        )
      }
    >
      {error && !data && <Failed title="内容没有加载出来" error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton active={false} title={false} paragraph={{ rows: 10 }} />}
      {data && <Evidence info={data} />}
    </SideDrawer>
  );
};
