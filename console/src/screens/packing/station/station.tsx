import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readStored, writeStored } from '../../../lib/stored-values.ts';
import { CodeText } from '../../../parts/format/code.tsx';
import { Tag } from '../../../parts/format/tag.tsx';
import { useMedia } from '../../../parts/frame/use-media.ts';
import { useDirty } from '../../../lib/use-dirty.ts';
import { ListTabs } from '../../../parts/list/list-tabs.tsx';
import type { ScanBoxHandle } from '../../../parts/pickers/scan-box.tsx';
import { packedUnit } from './packed-unit.ts';
import { RecentBoxes } from './recent-boxes.tsx';
import { ScanLines } from './scan-lines.tsx';
import { Slots } from './slots.tsx';
import { StationBand } from './station-band.tsx';
import { StationBar } from './station-bar.tsx';
import { StationFoot } from './station-foot.tsx';
import { StationJob } from './station-job.tsx';
import { StationSettings } from './station-settings.tsx';
import { useStation, type StationWork } from './use-station.ts';
import '../packing.css';

const usual: StationWork = { submitsFull: true, hasSound: true, allowUnfull: false };
const workKey = (asks: number) => `packing-work:${asks}`;

/** A packing station: a box is scanned, then what goes into it; the scan box always has the focus. */
export const Station = ({ asks }: { asks: 0 | 1 }) => {
  const [work, setWork] = useState<StationWork>(() => ({ ...usual, ...(readStored(workKey(asks)) as object) }));
  const [isEditing, setEditing] = useState(false);
  const isTabbed = useMedia('(max-width: 1199.98px)');
  const [side, setSide] = useState('scans');
  const scanBox = useRef<ScanBoxHandle>(null);
  const asked = useSearchParams()[0].get('code');
  const station = useStation(asks, work, asked);
  const { box, waiting, band, lines, failures } = station;
  useDirty(waiting.length > 0, `还有 ${waiting.length} ${packedUnit(asks)}未提交，已留在本机，确定离开？`);
  const opened = useRef<string>(undefined);
  useEffect(() => {
    if (!asked || opened.current === asked) return;
    opened.current = asked;
    if (box?.code !== asked) station.scan(asked);
  });
  const has = (box?.childCnt ?? 0) + waiting.length;

  const focus = () => scanBox.current?.focus();
  const save = (next: StationWork) => {
    setWork(next);
    writeStored(workKey(asks), next);
  };
  const scans = <ScanLines key="scans" lines={lines} isTabbed={isTabbed} />;
  const boxes = (
    <RecentBoxes
      key="boxes"
      level={asks === Level.item ? undefined : Level.case}
      isTabbed={isTabbed}
      undone={station.undone}
    />
  );
  return (
    <div className="zy-station">
      <StationBar
        title={asks === Level.item ? '单品装箱' : '小箱装大箱'}
        hasSound={work.hasSound}
        setSound={(hasSound) => {
          save({ ...work, hasSound });
          focus();
        }}
        edit={() => setEditing(true)}
        pending={waiting.length > 0 ? `${waiting.length} ${packedUnit(asks)}` : ''}
      />
      <StationJob work={work} box={box} asks={asks} failures={failures} />
      <div className="zy-station-panes">
        <section className="sheet zy-station-work" aria-label="装箱">
          <header>
            <div>
              <small>
                {box ? `当前${Level.label(box.level)}${box.storeName ? `，${box.storeName}` : ''}` : '还没有开箱'}
                {box && <Tag tone="doing">装箱中</Tag>}
              </small>
              <strong>{box ? <CodeText code={box.code} /> : '请扫描箱码'}</strong>
            </div>
            <p className="zy-station-count" aria-live="polite">
              <b>{has}</b> / {box && box.capacity > 0 ? box.capacity : '-'}
            </p>
          </header>
          <StationBand key={lines[0]?.key} band={band} />
          <Slots box={box} waiting={waiting} remove={station.remove} />
          <StationFoot ref={scanBox} asks={asks} station={station} nth={has + 1} />
        </section>
        {isTabbed ? (
          <section className="sheet zy-station-side">
            <ListTabs
              value={side}
              change={setSide}
              items={[
                { value: 'scans', label: '最近扫码', count: lines.length },
                { value: 'boxes', label: '我完成的箱' },
              ]}
            />
            {side === 'scans' ? scans : boxes}
          </section>
        ) : (
          <aside className="zy-station-side">
            {scans}
            {boxes}
          </aside>
        )}
      </div>
      <StationSettings
        asks={asks}
        work={work}
        isOpen={isEditing}
        hasPending={waiting.length > 0}
        close={() => {
          setEditing(false);
          setTimeout(focus);
        }}
        save={save}
      />
    </div>
  );
};
