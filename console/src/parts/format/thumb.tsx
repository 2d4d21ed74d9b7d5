import { thumbAddress } from '@zhuiyuan/contract/media/attachment';
import { lazy, Suspense, useState } from 'react';
import './thumb.css';

const Preview = lazy(async () => ({ default: (await import('./image-preview.tsx')).ImagePreview }));

/** A small picture that opens large on click; a grey square where there is none. `label` names what is pictured. */
export const Thumb = ({ src, label = '', size = 24 }: { src: unknown; label?: string; size?: number }) => {
  const [isOpen, setIsOpen] = useState(false);
  const box = { width: size, height: size };
  if (typeof src !== 'string' || !src) return <span className="zy-thumb" style={box} />;
  return (
    <>
      <button
        type="button"
        className="zy-thumb"
        style={box}
        aria-label={`查看图片 ${label}`.trim()}
        onClick={() => setIsOpen(true)}
      >
        <img src={thumbAddress(src)} {...box} alt="" loading="lazy" />
      </button>
      {isOpen && (
        <Suspense>
          <Preview src={src} close={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
