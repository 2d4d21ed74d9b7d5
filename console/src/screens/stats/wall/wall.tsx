import { wallApi } from '@zhuiyuan/contract/stats/overview/wall';
import { clockText, toMs } from '@zhuiyuan/contract/kit/clock';
import { useEffect, type CSSProperties } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useWallColors } from '../../../parts/charts/chart-colors.ts';
import { dayWithWeek } from './day-with-week.ts';
import { stageHeight, stageWidth, useNow, useStageScale, useStillPointer } from './use-stage.ts';
import { usePolled } from './use-wall.ts';
import { Foot, Hours, Places, Products, Rosette, Today, Warnings } from './wall-parts.tsx';
import './wall.css';

const [wallMs, footMs, stillMs] = [30_000, 10_000, 3000];
const [amberMs, redMs] = [120_000, 600_000];

/** How old the figures are, in words and in the colour that says whether that is well. */
const ageOf = (asOf: string, now: Date) => {
  const age = now.getTime() - toMs(asOf);
  if (age >= redMs) return { text: `数据停在 ${asOf.slice(11, 16)}`, tone: 'zy-wall-red' };
  return { text: `数据更新至 ${asOf.slice(11)}`, tone: age >= amberMs ? 'zy-wall-amber' : '' };
};

/** 大屏: today, for everybody in the room. Nothing is pressed; Esc leaves, a click fills the screen. */
export const WallScreen = () => {
  const colors = useWallColors();
  const scale = useStageScale();
  const isStill = useStillPointer(stillMs);
  const now = useNow();
  const navigate = useNavigate();
  const [address] = useSearchParams();
  const firmId = Number(address.get('firmId')) || undefined;
  const input = firmId ? { firmId } : {};
  const wall = usePolled(wallApi.wall, input, wallMs, false);
  const foot = usePolled(wallApi.foot, input, footMs, wall.isOver);
  const isOver = wall.isOver || foot.isOver;
  useEffect(() => {
    const leave = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || document.fullscreenElement) return;
      // A window of its own closes; one that somebody came to by its address goes on.
      if (opener) close();
      else void navigate('/lottery/ai/index');
    };
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, [navigate]);
  const { data } = wall;
  const age = data && ageOf(data.asOf, now);
  const style: Record<string, string> = Object.fromEntries(
    Object.entries(colors).map(([name, color]) => [`--zy-wall-${name}`, color]),
  );
  return (
    <div
      className={isStill ? 'zy-wall zy-wall-still' : 'zy-wall'}
      style={style as CSSProperties}
      onClick={() => {
        if (!document.fullscreenElement) void document.documentElement.requestFullscreen?.().catch(() => undefined);
      }}
    >
      <div
        className="zy-wall-stage"
        style={{ width: stageWidth, height: stageHeight, transform: `translate(-50%, -50%) scale(${scale})` }}
      >
        {isOver ? (
          <p className="zy-wall-over" role="alert">
            登录已过期
          </p>
        ) : (
          <>
            {data?.scans && <Rosette />}
            <header>
              {data?.logo && <img src={data.logo} alt="" width="48" height="48" />}
              <h1>{data?.name}</h1>
              {age && <span className={age.tone}>{age.text}</span>}
              <span>{dayWithWeek(now)}</span>
              <b>{clockText(now)}</b>
            </header>
            {data && (
              <div className="zy-wall-columns">
                <div>
                  {data.scans && <Today scans={data.scans} />}
                  {data.scans && <Hours scans={data.scans} />}
                </div>
                <div>{data.map && <Places map={data.map} />}</div>
                <div>
                  {data.products && <Products products={data.products} />}
                  {data.warnings && <Warnings warnings={data.warnings} />}
                </div>
              </div>
            )}
            {foot.data && <Foot rows={foot.data} />}
          </>
        )}
      </div>
    </div>
  );
};
