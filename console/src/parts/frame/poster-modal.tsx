import { useQuery } from '@tanstack/react-query';
import { Button, Modal, Skeleton } from 'antd';
import { Copy, Download } from 'lucide-react';
import { toast } from '../../lib/toast.ts';
import { copyText } from '../format/copy-text.ts';
import { downloadPng, drawPoster, type PosterText } from '../format/draw-poster.ts';
import { Failed } from '../feedback/states.tsx';
import { useNarrow } from './use-narrow.ts';
import './poster.css';

/** A row's QR code as a poster: shown, copied as an address, downloaded as a picture. `load` fetches what it says. */
export const PosterModal = ({
  id,
  close,
  title,
  load,
}: {
  /** The row; closed without one. */
  id: number | undefined;
  close: () => void;
  title: string;
  load: (id: number) => Promise<PosterText>;
}) => {
  const isNarrow = useNarrow();
  const { data, error, refetch } = useQuery({
    queryKey: ['poster', title, id],
    queryFn: async () => {
      const text = await load(id ?? 0);
      const canvas = await drawPoster(text);
      return { text, canvas, picture: canvas.toDataURL('image/png') };
    },
    enabled: id !== undefined,
    gcTime: 0,
  });
  const download = async () => {
    if (data) await downloadPng(data.canvas, `${title}-${data.text.name}`).catch(toast.failure);
  };
  return (
    <Modal
      open={id !== undefined}
      onCancel={close}
      title={title}
      width={isNarrow ? '100%' : 420}
      destroyOnHidden
      className="zy-modal"
      footer={
        <>
          <Button
            disabled={!data}
            icon={<Copy size={14} strokeWidth={1.6} />}
            onClick={() => data && void copyText(data.text.url)}
          >
            复制链接
          </Button>
          <Button
            type="primary"
            disabled={!data}
            icon={<Download size={14} strokeWidth={1.6} />}
            onClick={() => void download()}
          >
            下载图片
          </Button>
        </>
      }
    >
      {error && <Failed title="内容没有加载出来" error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton active={false} title={false} paragraph={{ rows: 8 }} />}
      {data && <img className="zy-poster" src={data.picture} alt={`${data.text.name}的${title}`} />}
    </Modal>
  );
};
