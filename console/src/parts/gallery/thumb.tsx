import { thumbAddress, videoType, type Attachment } from '@zhuiyuan/contract/media/attachment';
import ImageOff from 'icon:image-off';
import Play from 'icon:play';
import { useEffect, useRef, useState } from 'react';

/** A picture begins to load when it is within 1.3 screens of the visible part. */
const preload = '30%';
const retryMs = 600;

const useIsNear = () => {
  const place = useRef<HTMLSpanElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element || isNear) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setIsNear(true),
      {
        root: element.closest('.zy-gallery-grid'),
        rootMargin: preload,
      },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isNear]);
  return { place, isNear };
};

/** The name stands beside the picture, so the picture itself says nothing. */
const LazyPicture = ({ address }: { address: string }) => {
  const [tries, setTries] = useState(0);
  const retry = () => setTimeout(() => setTries(1), retryMs);
  if (tries > 1)
    return (
      <span className="zy-tile-thumb-broken" title="图片加载失败">
        <ImageOff size={22} strokeWidth={1.6} aria-label="加载失败" />
      </span>
    );
  const again = tries === 0 ? '' : `${address.includes('?') ? '&' : '?'}retry=1`;
  return <img src={address + again} alt="" draggable={false} onError={() => (tries === 0 ? retry() : setTries(2))} />;
};

const MutedVideo = ({ address }: { address: string }) => {
  const player = useRef<HTMLVideoElement>(null);
  const play = () => void player.current?.play().catch(() => undefined);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a muted preview */}
      <video
        ref={player}
        src={`${address}#t=0.1`}
        aria-hidden="true"
        muted
        loop
        playsInline
        preload="metadata"
        onMouseEnter={play}
        onMouseLeave={() => player.current?.pause()}
      />
      <Play className="zy-tile-thumb-play" size={22} strokeWidth={1.6} aria-hidden="true" />
    </>
  );
};

/** The small picture of a file, loaded when it comes near, tried once more when it fails; a video plays muted under the pointer. */
export const Thumb = ({ file }: { file: Pick<Attachment, 'sattDir' | 'attType'> }) => {
  const { place, isNear } = useIsNear();
  return (
    <span ref={place} className="zy-tile-thumb">
      {isNear &&
        (file.attType === videoType ? (
          <MutedVideo address={file.sattDir} />
        ) : (
          <LazyPicture address={thumbAddress(file.sattDir)} />
        ))}
    </span>
  );
};
