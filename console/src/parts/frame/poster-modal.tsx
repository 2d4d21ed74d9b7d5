import { useQuery } from '@tanstack/react-query';
import { Button, Modal, Skeleton } from 'antd';
import Copy from 'icon:copy';
import Download from 'icon:download';
import type { ReactNode } from 'react';
import { toast } from '../../lib/toast.ts';
import { copyText } from '../format/copy-text.ts';
import { downloadPng, drawPoster, type PosterText } from '../format/draw-poster.ts';
import { Failed } from '../feedback/states.tsx';
import { useNarrow } from './use-narrow.ts';
import './poster.css';

/** A row's QR code as a poster: shown, copied as an address, downloaded as a picture. `load` fetches what it says. */
export const PosterModal = <Id extends number | string>({
  id,
  isOpen = id !== undefined,
  error: unasked,
  retry,
  close,
  title,
  load,
  top,
  buttons,
}: {
  /** The row, or what else the poster is of; without one there is none to show. */
  id: Id | undefined;
  /** Open without a poster too, where one chooses first what it is of. */
  isOpen?: boolean;
  /** Why there is none. */
  error?: Error;
  retry?: () => void;
  close: () => void;
  title: string;
  load: (id: Id) => Promise<PosterText>;
  /** Above the poster. */
  top?: ReactNode;
  /** Before the others. */
  buttons?: ReactNode;
}) => {
  const isNarrow = useNarrow();
  const {
    data,
    error: failed,
    refetch,
  } = useQuery({
    queryKey: ['poster', title, id],
    queryFn: async () => {
      const text = await load(id!);
      const canvas = await drawPoster(text);
      return { text, canvas, picture: canvas.toDataURL('image/png') };
    },
    enabled: id !== undefined,
    gcTime: 0,
  });
  const error = unasked ?? failed;
  const download = async () => {
    if (data) await downloadPng(data.canvas, `${title}-${data.text.name}`).catch(toast.failure);
  };
  return (
    <Modal
      open={isOpen}
      onCancel={close}
      title={title}
      width={isNarrow ? '100%' : 420}
      destroyOnHidden
      className="zy-modal"
      footer={
        <>
          {buttons}
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
      {top}
      {error && <Failed title="内容没有加载出来" error={error} retry={() => (unasked ? retry?.() : void refetch())} />}
      {id !== undefined && !data && !error && <Skeleton active={false} title={false} paragraph={{ rows: 8 }} />}
      {data && !unasked && <img className="zy-poster" src={data.picture} alt={`${data.text.name}的${title}`} />}
    </Modal>
  );
};
