import type { DiversionRow } from '@zhuiyuan/contract/diversion/diversion';
import { Modal } from 'antd';
import { ScanMap } from '../../parts/charts/scan-map.tsx';
import { useNarrow } from '../../parts/frame/use-narrow.ts';

/** 地图: the provinces a code's agent may sell in, and where the code was asked about. */
export const CodeMap = ({ row, close }: { row: DiversionRow | undefined; close: () => void }) => (
  <Modal
    open={row !== undefined}
    onCancel={close}
    title={`扫码地图 ${row?.storeName ?? ''}`}
    width={useNarrow() ? '100%' : 760}
    destroyOnHidden
    className="zy-modal"
    footer={null}
  >
    <ScanMap code={row?.code} />
  </Modal>
);
