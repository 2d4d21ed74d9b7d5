import { templatePreviewApi } from '@zhuiyuan/contract/scan/query/template-preview';
import { useQuery } from '@tanstack/react-query';
import { Modal, Skeleton } from 'antd';
import { call } from '../../../lib/call.ts';
import { Qr } from '../../../parts/format/qr.tsx';
import { Failed } from '../../../parts/feedback/states.tsx';
import './temp-preview.css';

/** What is looked at: a template, or a product as shoppers see it. */
export interface Previewed {
  id?: number;
  productId?: number;
  name: string;
  isPublished: boolean;
}

/** The shopper's page in a frame, and a QR code that opens the same on a telephone for half an hour. */
export const TemplatePreview = ({ previewed, close }: { previewed: Previewed | undefined; close: () => void }) => {
  const { id, productId, isPublished } = previewed ?? {};
  const { data, error, refetch } = useQuery({
    queryKey: [templatePreviewApi.preview.path, id, productId, isPublished],
    queryFn: () => call(templatePreviewApi.preview, { id, productId, isPublished }, { quiet: true }),
    enabled: previewed !== undefined,
    // its token ends after half an hour, and the template may have changed
    gcTime: 0,
    staleTime: 0,
  });
  const address = data && `/trace/preview?token=${encodeURIComponent(data.token)}`;
  return (
    <Modal
      open={previewed !== undefined}
      onCancel={close}
      footer={null}
      title={`预览 ${previewed?.name ?? ''}`}
      width={720}
      destroyOnHidden
      className="zy-modal"
    >
      {error ? (
        <Failed title="预览没有加载出来" error={error} retry={() => void refetch()} />
      ) : (
        <div className="zy-page-preview">
          <div className="zy-phone">
            {address ? (
              // oxlint-disable-next-line react/iframe-missing-sandbox -- a page of our own, which asks the server as itself
              <iframe src={address} title="溯源页预览" />
            ) : (
              <Skeleton active={false} paragraph={{ rows: 10 }} />
            )}
          </div>
          <div className="zy-page-preview-side">
            {address && <Qr text={`${location.origin}${address}`} size={180} label="手机预览二维码" />}
            <strong>手机扫码预览</strong>
            <p>30 分钟内有效。预览显示的是产品资料，不计入查询次数，也不能证明商品真伪。</p>
          </div>
        </div>
      )}
    </Modal>
  );
};
