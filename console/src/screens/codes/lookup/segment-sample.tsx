import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import type { SegmentRow } from '@zhuiyuan/contract/codes/state/segment';
import { Button, Modal, Skeleton } from 'antd';
import RefreshCw from 'icon:refresh-cw';
import { useNavigate } from 'react-router';
import { Code } from '../../../parts/format/code.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { Failed } from '../../../parts/feedback/states.tsx';
import { useNarrow } from '../../../parts/frame/use-narrow.ts';
import { codePage } from '../../../lib/code-addresses.ts';
import { Qr } from '../../../parts/format/qr.tsx';
import { useRead } from '../../../lib/use-read.ts';
import '../../../parts/format/codes.css';
import './identities.css';

/** 抽查: five codes of a segment at random, to hold against the print. */
export const SegmentSample = ({ segment, close }: { segment: SegmentRow | undefined; close: () => void }) => {
  const isNarrow = useNarrow();
  const navigate = useNavigate();
  const { data, error, isFetching, refetch } = useRead(identityApi.sample, segment && { seg: segment.seg });
  const show = (code: string) => {
    close();
    void navigate(codePage(code));
  };
  return (
    <Modal
      open={segment !== undefined}
      onCancel={close}
      title={`抽查码段 ${segment?.seg ?? ''}`}
      width={isNarrow ? '100%' : 520}
      destroyOnHidden
      className="zy-modal"
      footer={
        <div className="zy-codes-foot">
          <Button icon={<RefreshCw size={14} strokeWidth={1.6} />} loading={isFetching} onClick={() => void refetch()}>
            换一批
          </Button>
          <Button type="primary" onClick={close}>
            关闭
          </Button>
        </div>
      }
    >
      {error && !data && <Failed title="没有抽到编码" error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton active={false} title={false} paragraph={{ rows: 5 }} />}
      <ul className="zy-samples">
        {data?.map(({ serial, code, url }) => (
          <li key={serial}>
            <Qr text={url} size={56} label={`第 ${serial} 个码的二维码`} />
            <div>
              <Code code={code} open={() => show(code)} />
              <small>第 {countText(serial)} 个</small>
            </div>
          </li>
        ))}
      </ul>
    </Modal>
  );
};
