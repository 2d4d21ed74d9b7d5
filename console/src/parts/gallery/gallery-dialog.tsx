import { mostPicked, type Attachment } from '@zhuiyuan/contract/media/attachment';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { toast } from '../../lib/toast.ts';
import { useNarrow } from '../frame/use-narrow.ts';
import type { MediaKind } from '../form/image-picker-context.ts';
import { Library } from './library.tsx';
import { Thumb } from './thumb.tsx';

/** Picks that the foot shows as pictures. */
const shownPicks = 12;

/** Page sizes of the picker. */
const sizes = [30, 60, 90, 120];

interface GalleryDialogProps {
  title: string;
  most: number;
  kind?: MediaKind;
  /** Answers the pictures picked, in order; nothing when the person cancelled. */
  end: (picked: string[] | undefined) => void;
  afterClose: () => void;
}

/** 选择图片: picks pictures from the library in order, twenty at most. */
export const GalleryDialog = ({ title, most: asked, kind = 'picture', end, afterClose }: GalleryDialogProps) => {
  const isNarrow = useNarrow();
  const [isOpen, setIsOpen] = useState(true);
  const [picks, setPicks] = useState<readonly Attachment[]>([]);
  const [thing, unit] = kind === 'picture' ? ['图片', '张'] : ['视频', '个'];
  const most = Math.min(asked, mostPicked);
  const close = (picked?: string[]) => {
    setIsOpen(false);
    end(picked);
  };
  const use = () => {
    if (picks.length === 0) return toast.warning(`请先选择${thing}`);
    close(picks.map(({ sattDir }) => sattDir));
  };
  return (
    <Modal
      open={isOpen}
      className="zy-modal zy-gallery-dialog"
      width={isNarrow ? '100%' : 1040}
      centered={!isNarrow}
      title={
        <>
          选择{thing}
          <small className="zy-drawer-name">{most > 1 ? `${title}，最多 ${most} ${unit}` : title}</small>
        </>
      }
      onCancel={() => close()}
      afterClose={afterClose}
      destroyOnHidden
      footer={
        <div className="zy-gallery-foot">
          <span role="status">
            已选 {picks.length} {unit}
          </span>
          <span className="zy-gallery-picks">
            {picks.slice(0, shownPicks).map((file) => (
              <Thumb key={file.attId} file={file} />
            ))}
            {picks.length > shownPicks && <i>+{picks.length - shownPicks}</i>}
          </span>
          {picks.length > 0 && (
            <button type="button" className="zy-link" onClick={() => setPicks([])}>
              清空
            </button>
          )}
          <Button onClick={() => close()}>取消</Button>
          <Button type="primary" onClick={use}>
            使用选中{thing}
          </Button>
        </div>
      }
    >
      <Library picks={picks} setPicks={setPicks} most={most} sizes={sizes} picksKind={kind} />
    </Modal>
  );
};
