import { Image } from 'antd';

/** One picture over the page, to zoom and turn. */
export const ImagePreview = ({ src, close }: { src: string; close: () => void }) => (
  <Image
    src={src}
    alt=""
    styles={{ root: { display: 'none' } }}
    preview={{ open: true, src, mask: true, onOpenChange: (isOpen) => !isOpen && close() }}
  />
);
