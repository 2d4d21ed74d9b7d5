import { Button } from 'antd';
import ChevronLeft from 'icon:chevron-left';
import type { ReactNode } from 'react';
import type { RankedRow } from '@zhuiyuan/contract/stats/figures/ranked-row';
import { ChinaMap } from '../../../parts/charts/china-map.tsx';
import { RankBars } from '../../../parts/charts/stat-card.tsx';
import { BlockFailed } from '../../../parts/feedback/block-failed.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { Sheet } from '../../../parts/frame/sheet.tsx';

const mostShown = 10;

/** China by province, or the cities of the one that was chosen as a ranking; `pick` hears which. A place leads to the rows behind it. */
export const Places = ({
  title,
  unit,
  data,
  error,
  retry,
  province,
  pick,
  linkOf,
  control,
}: {
  title: string;
  unit: string;
  data: { rows: readonly RankedRow[]; unknown: number } | undefined;
  error: { message: string } | null;
  retry: () => void;
  province: { id: number; name: string } | undefined;
  pick: (province: { id: number; name: string } | undefined) => void;
  linkOf?: (place: RankedRow) => string | undefined;
  control?: ReactNode;
}) => {
  const rows = data?.rows ?? [];
  const unknown = !province && data && data.unknown > 0 ? `，另有 ${countText(data.unknown)} ${unit}未知地区` : '';
  return (
    <Sheet
      title={province?.name ?? title}
      finding={province ? `按城市，${unit}` : `示意图，${unit}${unknown}`}
      extra={
        <>
          {province && (
            <Button size="small" icon={<ChevronLeft size={14} />} onClick={() => pick(undefined)}>
              全国
            </Button>
          )}
          {control}
        </>
      }
      isFlush
    >
      {error && !data && <BlockFailed error={error} retry={retry} />}
      {data && rows.length === 0 && <p className="zy-block-note">这段时间没有能定位的数据</p>}
      {rows.length > 0 && (
        <div className={province ? 'zy-over-cities' : 'zy-over-map'}>
          {!province && (
            <ChinaMap
              label={`各省${title}`}
              height={400}
              unit={` ${unit}`}
              heat={rows.map(({ name, value }) => ({ province: name, value }))}
              pick={(name) => {
                const found = rows.find((row) => row.name === name);
                if (found) pick(found);
              }}
            />
          )}
          <RankBars
            rows={rows.slice(0, mostShown).map((row) => ({
              name: row.name,
              value: row.value,
              ...(row.prev === null ? {} : { before: row.prev }),
              to: linkOf?.(row),
            }))}
            write={countText}
          />
        </div>
      )}
    </Sheet>
  );
};
