import type { Attachment } from '@zhuiyuan/contract/media/attachment';
import { useState } from 'react';
import { Library } from '../../parts/gallery/library.tsx';
import './pictures.css';

/** Page sizes of the library. */
const sizes = [10, 20, 30, 40];

/** 素材管理: the library as a page. */
export const Pictures = () => {
  const [picks, setPicks] = useState<readonly Attachment[]>([]);
  return (
    <section className="sheet page-fill zy-pictures-page">
      <Library picks={picks} setPicks={setPicks} most={Number.POSITIVE_INFINITY} sizes={sizes} />
    </section>
  );
};
