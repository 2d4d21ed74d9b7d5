import type { PlayAnswer, PlayedActivity } from '@zhuiyuan/contract/campaign/draw/public-draw';
import type { Rules } from '@zhuiyuan/contract/campaign/draw/rules';
import { Segmented, Skeleton } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { SheetHead } from '../../../../parts/frame/sheet.tsx';

const views = [
  { value: 'draw', label: '抽奖' },
  { value: 'result', label: '结果' },
  { value: 'rules', label: '规则' },
] as const;
type View = (typeof views)[number]['value'];

const message = 'zy-play-preview';

/** Whether a message of the frame says that its page listens. */
const isReady = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === `${message}-ready`;

/** The shopper's own page in a frame, fed from the form. Nothing that is played in it is stored. */
export const PlayPreview = ({
  activity,
  rules,
  left,
}: {
  activity: PlayedActivity;
  rules: Rules;
  /** How often one shopper may draw, as the form says. */
  left: PlayAnswer['left'];
}) => {
  const frame = useRef<HTMLIFrameElement>(null);
  const [view, setView] = useState<View>('draw');
  const [isThere, setIsThere] = useState(false);
  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent) => {
      if (origin === location.origin && source === frame.current?.contentWindow && isReady(data)) setIsThere(true);
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);
  useEffect(() => {
    if (!isThere) return;
    frame.current?.contentWindow?.postMessage({ type: message, activity, left, view, rules }, location.origin);
  }, [isThere, activity, left, view, rules]);
  return (
    <section className="sheet zy-play-preview" aria-label="手机预览">
      <SheetHead title="手机预览">
        <Segmented size="small" options={[...views]} value={view} onChange={setView} />
      </SheetHead>
      <div className="zy-play-frame">
        {!isThere && <Skeleton active={false} paragraph={{ rows: 10 }} />}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a page of our own */}
        <iframe
          ref={frame}
          src="/trace/play-preview"
          title="活动页预览"
          className={isThere ? undefined : 'zy-play-waits'}
        />
      </div>
      <p>
        与消费者看到的是同一页面
        <br />
        改动即时生效，点抽奖可试玩，不计次数
      </p>
    </section>
  );
};
