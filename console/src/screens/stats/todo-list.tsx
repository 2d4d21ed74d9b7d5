import type { Glyph as GlyphName, Tone } from '@zhuiyuan/contract/kit/enumeration';
import { homeApi, type Todo } from '@zhuiyuan/contract/stats/home';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { countText } from '../../parts/format/numbers.ts';
import { Sheet } from '../../parts/frame/sheet.tsx';
import { Glyph } from '../../parts/format/tag.tsx';
import { BlockFailed } from '../../parts/feedback/block-failed.tsx';
import { useBlock } from '../../parts/feedback/use-block.ts';

interface Kind {
  name: keyof Todo;
  label: string;
  cause: string;
  tone: Tone;
  glyph?: GlyphName;
  to: string;
}

const kinds: Kind[] = [
  { name: 'auditFirmNum', label: '待审核企业', cause: '资料已提交', tone: 'wait', to: '/identity/firmManager?audit=0' },
  { name: 'quotaFirmNum', label: '码额度将用完', cause: '已用超过 90%', tone: 'bad', to: '/identity/firmManager' },
  {
    name: 'auditShopNum',
    label: '待审核门店',
    cause: '资料已提交',
    tone: 'wait',
    to: '/identity/shopAssManager?audit=0',
  },
  {
    name: 'auditTaskNum',
    label: '待审核生码',
    cause: '数量超过免审上限',
    tone: 'wait',
    to: '/identity/taskManager?status=1',
  },
  { name: 'failedTaskNum', label: '生码失败', cause: '可重试', tone: 'bad', to: '/identity/taskManager?status=2' },
  {
    name: 'riskNum',
    label: '风险事件',
    cause: '编码预警或有人批量猜码',
    tone: 'bad',
    to: '/identity/selectManager?tab=abnormal&view=risk&status=0',
  },
  {
    name: 'complaintNum',
    label: '待处理举报',
    cause: '消费者提交',
    tone: 'wait',
    to: '/identity/selectManager?tab=complaint&state=0',
  },
  {
    name: 'recallLotNum',
    label: '召回中的批次',
    cause: '扫码显示召回提示',
    tone: 'wait',
    to: '/identity/productManager?lots=recall',
  },
  {
    name: 'expireLotNum',
    label: '临期批次',
    cause: '30 天内到期',
    tone: 'doing',
    to: '/identity/productManager?lots=expire',
  },
  {
    name: 'qcLotNum',
    label: '待质检批次',
    cause: '尚无质检结果',
    tone: 'idle',
    to: '/identity/productManager?lots=qc',
  },
];

/** 待办: what waits for this person; kinds with nothing waiting sink to the end. */
export const TodoList = () => {
  const { data, error, refetch } = useBlock(homeApi.todo, {});
  const shownKinds = kinds
    .flatMap((kind) => {
      const count = data?.[kind.name];
      return count === undefined ? [] : [{ ...kind, count }];
    })
    .toSorted((a, b) => Number(b.count > 0) - Number(a.count > 0));
  const waiting = shownKinds.reduce((sum, { count }) => sum + count, 0);
  return (
    <Sheet title="待办" finding={data && `${countText(waiting)} 项`} isFlush>
      {error && !data && <BlockFailed error={error} retry={refetch} />}
      {data && shownKinds.length === 0 && <p className="zy-block-note">没有需要您处理的事项</p>}
      <ul className="zy-home-todos">
        {shownKinds.map(({ name, label, cause, tone, glyph, to, count }) => (
          <li key={name} className={count === 0 ? 'zy-home-idle' : undefined}>
            <Link to={to}>
              <Glyph tone={count === 0 ? 'gone' : tone} glyph={count === 0 ? undefined : glyph} />
              <span>{label}</span>
              <small>{count === 0 ? '' : cause}</small>
              <b>{countText(count)}</b>
              <ChevronRight size={14} strokeWidth={1.6} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </Sheet>
  );
};
