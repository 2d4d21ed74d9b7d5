import { identityHomeApi } from '@zhuiyuan/contract/stats/identity-home';
import { Button } from 'antd';
import ChevronLeft from 'icon:chevron-left';
import { useState } from 'react';
import { ChinaMap } from '../../../parts/charts/china-map.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { BlockFailed } from '../../../parts/feedback/block-failed.tsx';
import { useBlock } from '../../../parts/feedback/use-block.ts';

const mostShown = 12;

/** 扫码地图: counted scans by province, and by city of the one that is chosen. */
export const ScanPlaces = ({ dateLimit }: { dateLimit: string }) => {
  const [parent, setParent] = useState<string>();
  const { data, error, refetch } = useBlock(
    identityHomeApi.map,
    parent ? { dateLimit, level: 'city' as const, parent } : { dateLimit },
  );
  const rows = data?.rows.slice(0, mostShown) ?? [];
  const most = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <Sheet
      title={parent ?? '扫码地图'}
      finding={data && data.unknown > 0 ? `另有 ${countText(data.unknown)} 次未知地区` : undefined}
      extra={
        parent && (
          <Button size="small" icon={<ChevronLeft size={14} />} onClick={() => setParent(undefined)}>
            全国
          </Button>
        )
      }
      isFlush
    >
      {error && !data && <BlockFailed error={error} retry={refetch} />}
      {data && rows.length === 0 && <p className="zy-block-note">这段时间没有能定位的扫码</p>}
      <div className="zy-idhome-map">
        {!parent && rows.length > 0 && (
          <ChinaMap
            label="各省扫码次数"
            height={404}
            unit=" 次"
            heat={data?.rows.map(({ name, value }) => ({ province: name, value }))}
            pick={setParent}
          />
        )}
        <ol className="zy-idhome-places">
          {rows.map(({ name, value }) => (
            <li key={name}>
              {parent ? (
                <span>{name}</span>
              ) : (
                <button type="button" className="zy-link" onClick={() => setParent(name)}>
                  {name}
                </button>
              )}
              <i aria-hidden="true">
                <b style={{ width: `${(value / most) * 100}%` }} />
              </i>
              <strong>{countText(value)}</strong>
            </li>
          ))}
        </ol>
      </div>
    </Sheet>
  );
};
