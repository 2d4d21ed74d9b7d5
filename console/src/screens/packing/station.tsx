import { packingApi, mostChildren } from '@zhuiyuan/contract/packing/packing';
import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { Button } from 'antd';
import { CircleCheck, CircleX, Clock3, Package, ScanLine, Settings2, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readStored, writeStored } from '../../lib/stored-values.ts';
import { useRead } from '../../lib/use-read.ts';
import { CodeText } from '../../parts/format/code.tsx';
import { countText } from '../../parts/format/numbers.ts';
import { readCodes } from '../../parts/pickers/read-codes.ts';
import { ScanBox, type ScanBoxHandle } from '../../parts/pickers/scan-box.tsx';
import { useLots, useProduct } from '../../parts/pickers/use-choices.ts';
import { RecentBoxes } from './recent-boxes.tsx';
import { ScanLines } from './scan-lines.tsx';
import { Slots } from './slots.tsx';
import { StationSettings } from './station-settings.tsx';
import { useStation, type Band, type StationWork } from './use-station.ts';
import './packing.css';

const usual: StationWork = { submitsFull: true, hasSound: true, allowUnfull: false };
const workKey = (asks: number) => `packing-work:${asks}`;

const bandIcons = { idle: ScanLine, good: CircleCheck, bad: CircleX, wait: Clock3 } as const;

const BandView = ({ band }: { band: Band }) => {
  const Icon = bandIcons[band.tone];
  return (
    <div className={`zy-station-band zy-station-${band.tone}`} role={band.tone === 'bad' ? 'alert' : 'status'}>
      <Icon size={32} strokeWidth={1.8} aria-hidden="true" />
      <div>
        <b>{band.title}</b>
        {band.code && <CodeText code={band.code} />}
        {band.text && <p>{band.text}</p>}
      </div>
      {band.hint && <small>{band.hint}</small>}
    </div>
  );
};

const JobStrip = ({ work, asks, edit }: { work: StationWork; asks: 0 | 1; edit: () => void }) => {
  const { data } = useRead(packingApi.cards, {});
  const product = useProduct(work.productId);
  const lot = useLots(work.productId).all.find(({ id }) => id === work.lotId);
  const counts = [
    {
      label: asks === Level.item ? '今日装小箱' : '今日装大箱',
      value: asks === Level.item ? data?.boxCnt : data?.caseCnt,
      unit: '箱',
    },
    { label: '今日装入', value: data?.itemCnt, unit: '件' },
    { label: '今日拆箱', value: data?.openCnt, unit: '次' },
  ];
  return (
    <section className="sheet zy-station-job" aria-label="当前工作">
      <div className="zy-station-what">
        <b>{product?.storeName ?? '不限产品'}</b>
        <p>
          {lot && <span>批次 {lot.lotNo}</span>}
          <span>{asks === Level.item ? '单品装箱' : '小箱装大箱'}</span>
          <span>{work.submitsFull ? '满箱自动提交' : '手动提交'}</span>
          {work.capacity && !work.productId && <span>容量 {work.capacity}</span>}
        </p>
      </div>
      <dl>
        {counts.map(({ label, value, unit }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value === undefined ? '-' : countText(value)} <small>{unit}</small>
            </dd>
          </div>
        ))}
      </dl>
      <Button icon={<Settings2 size={16} strokeWidth={1.6} />} onClick={edit}>
        工位设置
      </Button>
    </section>
  );
};

/** A packing station: a box is scanned, then what goes into it; the scan box always has the focus. */
export const Station = ({ asks }: { asks: 0 | 1 }) => {
  const [work, setWork] = useState<StationWork>(() => ({ ...usual, ...(readStored(workKey(asks)) as object) }));
  const [isEditing, setEditing] = useState(false);
  const scanBox = useRef<ScanBoxHandle>(null);
  const station = useStation(asks, work);
  const { box, waiting, band, lines, queued, isBusy } = station;
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
  return (
    <div className="zy-station">
      <JobStrip work={work} asks={asks} edit={() => setEditing(true)} />
      <div className="zy-station-panes">
        <section className="sheet zy-station-work" aria-label="装箱">
          <header>
            <div>
              <small>
                {box ? `当前${Level.label(box.level)}${box.storeName ? `，${box.storeName}` : ''}` : '还没有开箱'}
              </small>
              <strong>{box ? <CodeText code={box.code} /> : '请扫描箱码'}</strong>
            </div>
            <p className="zy-station-count" aria-live="polite">
              <b>{has}</b> / {box && box.capacity > 0 ? box.capacity : '-'}
            </p>
          </header>
          <BandView band={band} />
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
              撤回 F8
            </Button>
            <Button
              size="large"
              icon={<Package size={16} strokeWidth={1.6} />}
              disabled={!box}
              onClick={() => void station.clear().then(focus)}
            >
              换一箱 F7
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
                提交装箱 F9
              </Button>
            )}
          </footer>
        </section>
        <aside className="zy-station-side">
          <ScanLines lines={lines} />
          <RecentBoxes level={asks === Level.item ? undefined : Level.case} />
        </aside>
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
        save={(next) => {
          setWork(next);
          writeStored(workKey(asks), next);
        }}
      />
    </div>
  );
};
