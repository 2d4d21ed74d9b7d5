import { mostChildren } from '@zhuiyuan/contract/packing/packing';
import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { Button } from 'antd';
import { Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readStored, writeStored } from '../../lib/stored-values.ts';
import { CodeText } from '../../parts/format/code.tsx';
import { Tag } from '../../parts/format/tag.tsx';
import { useMedia } from '../../parts/frame/use-media.ts';
import { ListTabs } from '../../parts/list/list-tabs.tsx';
import { readCodes } from '../../parts/pickers/read-codes.ts';
import { ScanBox, type ScanBoxHandle } from '../../parts/pickers/scan-box.tsx';
import { RecentBoxes } from './recent-boxes.tsx';
import { ScanLines } from './scan-lines.tsx';
import { Slots } from './slots.tsx';
import { StationBand } from './station-band.tsx';
import { StationBar } from './station-bar.tsx';
import { StationJob } from './station-job.tsx';
import { StationSettings } from './station-settings.tsx';
import { useStation, type StationWork } from './use-station.ts';
import './packing.css';

const usual: StationWork = { submitsFull: true, hasSound: true, allowUnfull: false };
const workKey = (asks: number) => `packing-work:${asks}`;

/** A packing station: a box is scanned, then what goes into it; the scan box always has the focus. */
export const Station = ({ asks }: { asks: 0 | 1 }) => {
  const [work, setWork] = useState<StationWork>(() => ({ ...usual, ...(readStored(workKey(asks)) as object) }));
  const [isEditing, setEditing] = useState(false);
  const isTabbed = useMedia('(max-width: 1199.98px)');
  const [side, setSide] = useState('scans');
  const scanBox = useRef<ScanBoxHandle>(null);
  const station = useStation(asks, work);
  const { box, waiting, band, lines, queued, isBusy, failures } = station;
  const asked = useSearchParams()[0].get('code');
  const opened = useRef<string>(undefined);
  useEffect(() => {
    if (!asked || opened.current === asked) return;
    opened.current = asked;
    station.scan(asked);
  });
  const has = (box?.childCnt ?? 0) + waiting.length;
  const bad = waiting.filter(({ error }) => error);
  const thing = asks === Level.item ? '产品码' : '小箱码';

  const take = (typed: string) => {
    for (const code of readCodes(typed).codes.slice(0, mostChildren)) station.scan(code);
  };
  const focus = () => scanBox.current?.focus();

  const nth = has + 1;
  const save = (next: StationWork) => {
    setWork(next);
    writeStored(workKey(asks), next);
  };
  const scans = <ScanLines key="scans" lines={lines} isTabbed={isTabbed} />;
  const boxes = <RecentBoxes key="boxes" level={asks === Level.item ? undefined : Level.case} isTabbed={isTabbed} />;
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
      />
      <StationJob work={work} asks={asks} failures={failures} />
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
          <footer>
            <ScanBox
              ref={scanBox}
              label={box ? `扫描第 ${nth} 件${thing}` : '扫描箱码'}
              note={queued > 0 ? `待处理 ${queued}` : undefined}
              keys={{ F7: () => void station.clear(), F8: station.takeBack, F9: () => void station.submit() }}
              take={take}
            />
            <Button
              size="large"
              icon={<Undo2 size={16} strokeWidth={1.6} />}
              disabled={waiting.length === 0}
              onClick={() => {
                station.takeBack();
                focus();
              }}
            >
              撤回{waiting.length > 0 && `第 ${has} 件`} <kbd>F8</kbd>
            </Button>
            <Button size="large" disabled={!box} onClick={() => void station.clear().then(focus)}>
              换一箱 <kbd>F7</kbd>
            </Button>
            <Button size="large" disabled={waiting.length === 0} onClick={() => void station.empty().then(focus)}>
              清空
            </Button>
            {bad.length > 0 ? (
              <Button
                size="large"
                danger
                onClick={() => {
                  for (const { codeId } of bad) station.remove(codeId);
                  focus();
                }}
              >
                移除异常 {bad.length}
              </Button>
            ) : (
              <Button
                size="large"
                type="primary"
                loading={isBusy}
                disabled={waiting.length === 0}
                onClick={() => void station.submit().then(focus)}
              >
                提交装箱 <kbd>F9</kbd>
              </Button>
            )}
          </footer>
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
