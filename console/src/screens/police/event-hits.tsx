import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { RiskStatus, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { HitVerdict } from '@zhuiyuan/contract/diversion/cross-hit';
import { policeEventApi, policeHitApi, type PoliceEvent, type PoliceHit } from '@zhuiyuan/contract/police/police-event';
import { codePage } from '../../lib/code-addresses.ts';
import { useMay } from '../../lib/session.ts';
import { toast } from '../../lib/toast.ts';
import { useAct } from '../../parts/feedback/use-act.ts';
import { CodeText } from '../../parts/format/code.tsx';
import { countText } from '../../parts/format/numbers.ts';
import { shortTimeText } from '../../parts/format/times.ts';
import { Dot } from '../../parts/format/tag.tsx';
import { cell, code, text, time, type Column } from '../../parts/list/columns.tsx';
import { PagedTable } from '../../parts/list/plain-table.tsx';
import type { useLocalSearch } from '../../parts/list/use-local-search.ts';
import { useNavigate } from 'react-router';

/** Scans or draws of a warning; those of a diversion are decided here one by one. */
export const EventHits = ({
  event,
  search,
  chosen,
  choose,
}: {
  event: PoliceEvent;
  search: ReturnType<typeof useLocalSearch<typeof policeEventApi.hits>>;
  chosen: number | undefined;
  choose: (id: number) => void;
}) => {
  const navigate = useNavigate();
  const may = useMay();
  const judge = useAct(policeHitApi.judge, {
    done: '',
    refresh: [policeEventApi.hits, policeEventApi.map, policeEventApi.compare, policeEventApi.info],
  });
  const isDiversion = event.policeType === RiskType.diversion;
  const isOpen = event.status <= RiskStatus.doing;
  const decide = async ({ id, confirmed: before }: PoliceHit, confirmed: number) => {
    await judge({ ids: [id], confirmed } as never);
    toast.withLink('success', confirmed === HitVerdict.confirmed ? '已确认' : '已排除', {
      text: '撤销',
      run: () => void judge({ ids: [id], confirmed: before ?? HitVerdict.suspected } as never),
    });
  };
  const verdict = (row: PoliceHit) => {
    if (row.confirmed === null) return <span className="zy-police-pale">未计入</span>;
    if (row.confirmed !== HitVerdict.suspected) {
      const said = HitVerdict.of(row.confirmed)!;
      return (
        <Dot tone={said.tone!} glyph={said.glyph}>
          {row.confirmed === HitVerdict.dismissed ? '已排除' : said.label}
        </Dot>
      );
    }
    if (!isOpen || !may(policeHitApi.judge.may)) return HitVerdict.label(row.confirmed);
    return (
      <span className="zy-police-judge">
        {row.geoSource === GeoSource.gps && (
          <button type="button" className="zy-link" onClick={() => void decide(row, HitVerdict.confirmed)}>
            确认
          </button>
        )}
        <button type="button" className="zy-link" onClick={() => void decide(row, HitVerdict.dismissed)}>
          排除
        </button>
      </span>
    );
  };
  const codeCell = (row: PoliceHit) =>
    row.code === '' ? (
      '-'
    ) : (
      <button
        type="button"
        className={row.id === chosen ? 'zy-link zy-police-chosen' : 'zy-link'}
        aria-pressed={row.id === chosen}
        onClick={() => choose(row.id)}
      >
        <CodeText code={row.code} />
      </button>
    );
  const columns: Column<PoliceHit>[] = isDiversion
    ? [
        cell('code', '编码', codeCell, { width: 172 }),
        code('boxCode', '所在大箱', { width: 172, open: (row) => void navigate(codePage(row.boxCode)) }),
        cell('at', '扫码时间', (row) => shortTimeText(row.at), { width: 104 }),
        cell('region', '扫码地', (row) => row.region || '-', { width: 148 }),
        cell(
          'distanceKm',
          '距授权区域',
          (row) => (row.distanceKm === null ? '-' : `${countText(row.distanceKm)} 公里`),
          {
            width: 96,
            align: 'right',
          },
        ),
        cell('geoSource', '定位', (row) => (row.geoSource === GeoSource.gps ? 'GPS' : 'IP'), { width: 56 }),
        cell('confirmed', '判定', verdict, { width: 96 }),
      ]
    : [
        cell('code', '编码', codeCell, { width: 172 }),
        time('at', event.policeType === RiskType.user ? '抽奖时间' : '扫码时间', { seconds: true }),
        cell('region', '地区', (row) => row.region || '-', { width: 168 }),
        cell('geoSource', '定位', (row) => GeoSource.label(row.geoSource), { width: 88 }),
        text('what', '结果', { width: 128 }),
        text('consumer', '消费者', { width: 96 }),
      ];
  return (
    <PagedTable
      search={search as never}
      columns={columns as never}
      keyOf={(row: { id: number }) => row.id}
      empty="没有命中明细"
    />
  );
};
