import { thumbAddress } from '@zhuiyuan/contract/media/attachment';
import Image from 'icon:image';
import ImageOff from 'icon:image-off';
import { lazy, Suspense, useState } from 'react';
import './thumb.css';

const Preview = lazy(async () => ({ default: (await import('./image-preview.tsx')).ImagePreview }));

/** What stands for a picture: there is none, or it does not come. */
const Placeholder = ({ size, isLost = false }: { size: number; isLost?: boolean }) => {
  const Icon = isLost ? ImageOff : Image;
  return (
    <span
      className="zy-thumb zy-thumb-none"
      style={{ width: size, height: size }}
      title={isLost ? '图片加载失败' : undefined}
    >
      <Icon size={Math.max(12, Math.round(size / 2))} strokeWidth={1.6} aria-hidden="true" />
    </span>
  );
};

/** A small picture that opens large on click; a mark where there is none, or where it does not come. `label` names what is pictured. */
export const Thumb = ({ src, label = '', size = 24 }: { src: unknown; label?: string; size?: number }) => {
  const [isOpen, setIsOpen] = useState(false);
  const [lost, setLost] = useState<string>();
  const box = { width: size, height: size };
  if (typeof src !== 'string' || !src) return <Placeholder size={size} />;
  if (lost === src) return <Placeholder size={size} isLost />;
  return (
    <>
      <button
        type="button"
        className="zy-thumb"
        style={box}
        aria-label={`查看图片 ${label}`.trim()}
        onClick={() => setIsOpen(true)}
      >
        <img src={thumbAddress(src)} {...box} alt="" loading="lazy" onError={() => setLost(src)} />
      </button>
      {isOpen && (
        <Suspense>
          <Preview src={src} close={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
