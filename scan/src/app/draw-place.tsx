import type { ScanAnswer } from '@zhuiyuan/contract/scan/query/public-trace';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Frame } from '../parts/frame.ts';
import type { Preview } from './asking.ts';
import type { OfferedDraw } from '../play/offer-draw.tsx';

/** The place the page keeps for a draw. What it is comes once the verdict is on the screen, and where it does not come, nothing stands here. */
export const DrawPlace = ({
  answer: { token, product },
  code,
  title,
  instead,
  frame,
}: {
  answer: ScanAnswer;
  /** The bare code. */
  code: string;
  /** Title of the block, where the firm made one. */
  title?: string;
  /** What stands here where no draw is asked for. */
  instead?: Preview['draw'];
  frame?: Frame;
}) => {
  const place = useRef<HTMLDivElement>(null);
  const [part, setPart] = useState<{ Draw: typeof OfferedDraw }>();
  const isAsked = token !== '' && !instead;
  useLayoutEffect(() => {
    if (!isAsked) return undefined;
    let isLeft = false;
    // The first place of the page that is shown: the page may have gone on since.
    const isHere = (): boolean => !isLeft && document.querySelector('.draw-place') === place.current;
    const fetchPart = async (): Promise<void> => {
      if (!isHere()) return;
      const { OfferedDraw: Draw } = await import('../play/offer-draw.tsx');
      if (isHere()) setPart({ Draw });
    };
    requestAnimationFrame(() => setTimeout(() => void fetchPart().catch(() => undefined)));
    return () => void (isLeft = true);
  }, [isAsked]);
  return (
    <div ref={place} className="draw-place" data-title={title} {...frame}>
      {instead?.(title)}
      {part && <part.Draw token={token} code={code} productName={product?.storeName ?? ''} title={title ?? ''} />}
    </div>
  );
};
