import { ConflictPolicy } from '@zhuiyuan/contract/codes/ops/op-draft';
import { mostPasted, PickMode } from '@zhuiyuan/contract/codes/pick/pick';
import { shipApi } from '@zhuiyuan/contract/movement/ship/ship';
import { Button, Dropdown, Modal, Radio } from 'antd';
import ChevronDown from 'icon:chevron-down';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../lib/call.ts';
import { useMay } from '../../../lib/session.ts';
import { toast } from '../../../lib/toast.ts';
import { countText } from '../../../parts/format/numbers.ts';
import { useNarrow } from '../../../parts/frame/use-narrow.ts';
import { PasteBox } from '../../../parts/pickers/paste-box.tsx';
import { readCodes } from '../../../parts/pickers/read-codes.ts';
import { UploadInput } from '../../../parts/upload/upload-input.tsx';
import { contentKey } from '../../../lib/new-key.ts';
import type { Segment } from './scan-rows.ts';
import type { ShipPage } from './use-ship-page.ts';

/** A list pasted as if it were scanned, and a file that is shipped at once in the background. */
export const MoreScans = ({ page, segment, disabled }: { page: ShipPage; segment: Segment; disabled: boolean }) => {
  const may = useMay();
  const navigate = useNavigate();
  const isNarrow = useNarrow();
  const [opened, setOpened] = useState<'paste' | 'file'>();
  const [text, setText] = useState('');
  const [fileUrl, setFileUrl] = useState('');
  const [policy, setPolicy] = useState<0 | 1>(ConflictPolicy.refuse);
  const [isBusy, setBusy] = useState(false);
  const [keyOf] = useState(contentKey);
  const { head } = page;
  const { codes, repeated } = readCodes(text);
  const isTooLong = codes.length > mostPasted;
  const paste = () => {
    // A run has two ends, one after the other; a pasted list is of codes.
    page.scan(codes, segment === 'range' ? 'auto' : segment);
    setText('');
    setOpened(undefined);
  };
  const ship = async () => {
    if (!head) return;
    setBusy(true);
    try {
      const draft = {
        head,
        pick: { mode: PickMode.file, fileUrl, firmId: head.firmId },
        policy,
        draftKey: page.draftKey,
      };
      const { docs, fail, taskId } = await call(shipApi.batchSave, { ...draft, idemKey: keyOf(draft) });
      setFileUrl('');
      setOpened(undefined);
      if (taskId !== null)
        toast.withLink('success', '提交成功', { text: '查看进度', run: () => void navigate('/identity/batchManager') });
      else if (docs[0]) page.shipped(docs[0]);
      if (fail > 0) toast.warning(`${countText(fail)} 个码未能发货，见发货日志`);
    } catch (error) {
      toast.failure(error);
    } finally {
      setBusy(false);
    }
  };
  const items = [
    { key: 'paste', label: '粘贴编码' },
    ...(may(shipApi.batchSave.may) && head ? [{ key: 'file', label: '上传文件' }] : []),
  ];
  const close = () => setOpened(undefined);
  const width = isNarrow ? '100%' : 560;
  return (
    <>
      <Dropdown
        menu={{ items, onClick: ({ key }) => setOpened(key as 'paste' | 'file') }}
        trigger={['click']}
        placement="bottomRight"
        disabled={disabled}
      >
        <Button size="large" disabled={disabled}>
          更多
          <ChevronDown size={12} strokeWidth={2} aria-hidden="true" />
        </Button>
      </Dropdown>
      <Modal
        open={opened === 'paste'}
        onCancel={close}
        title="粘贴编码"
        width={width}
        className="zy-modal"
        mask={{ closable: false }}
        footer={
          <>
            <Button onClick={close}>取消</Button>
            <Button type="primary" disabled={codes.length === 0 || isTooLong} onClick={paste}>
              加入 {countText(codes.length)} 个
            </Button>
          </>
        }
      >
        <PasteBox text={text} change={setText} count={codes.length} repeated={repeated} most={mostPasted} />
      </Modal>
      <Modal
        open={opened === 'file'}
        onCancel={close}
        title="上传文件发货"
        width={width}
        className="zy-modal"
        mask={{ closable: false }}
        footer={
          <>
            <Button onClick={close}>取消</Button>
            <Button type="primary" loading={isBusy} disabled={fileUrl === ''} onClick={() => void ship()}>
              发货
            </Button>
          </>
        }
      >
        <div className="zy-ship-file">
          <p className="zy-codes-none">
            xlsx、csv 或 txt，最多 20 万行；每行一个编码，或起始编码与结束编码。全部发给当前收货方，文件在后台执行。
          </p>
          <UploadInput value={fileUrl} accept=".xlsx,.csv,.txt" onChange={setFileUrl} />
          <Radio.Group
            aria-label="遇到异常"
            value={policy}
            onChange={(event) => setPolicy(event.target.value as 0 | 1)}
            options={ConflictPolicy.options.map(({ value, label }) => ({ value, label }))}
          />
        </div>
      </Modal>
    </>
  );
};
