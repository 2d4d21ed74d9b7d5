import type { UndoConflicts } from '@zhuiyuan/contract/codes/ops/op-undo';
import { Button, Modal } from 'antd';
import { toast } from '../../../lib/toast.ts';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import { useSubmitLock } from '../../../parts/feedback/use-submit-lock.ts';
import { countText } from '../../../parts/format/numbers.ts';
import { PlainTable } from '../../../parts/list/plain-table.tsx';
import { conflictColumns } from './op-columns.tsx';

/** The codes that keep an activation from being taken back, each with its cause, and the offer to leave them out. */
export const UndoDialog = ({
  why: { ok, fail, conflicts },
  leaveOut,
  close,
}: {
  why: UndoConflicts;
  leaveOut: () => Promise<void>;
  close: () => void;
}) => {
  const [isLocked, lock] = useSubmitLock();
  const named = conflicts.reduce((sum, { serialFrom, serialTo }) => sum + (serialTo ?? 0) - (serialFrom ?? 0) + 1, 0);
  const run = () => lock(leaveOut).catch((error: unknown) => toast.failure(error));
  return (
    <Modal
      open
      title="撤销启用"
      width={560}
      onCancel={close}
      mask={{ closable: false }}
      footer={
        <>
          <Button onClick={close}>{ok > 0 ? '取消' : '关闭'}</Button>
          {ok > 0 && (
            <Button type="primary" disabled={isLocked} onClick={() => void run()}>
              撤销其余 {countText(ok)} 个
            </Button>
          )}
        </>
      }
    >
      <div className="zy-undo">
        <NoticeBar tone="wait">
          {ok > 0
            ? `${countText(fail)} 个码启用后有了变化，不能撤销；其余的也还没有撤销`
            : `${countText(fail)} 个码启用后都有了变化，不能撤销`}
        </NoticeBar>
        <PlainTable
          columns={conflictColumns}
          rows={conflicts}
          keyOf={(row) => `${row.code} ${row.seg} ${row.serialFrom}`}
          empty="没有"
        />
        {named < fail && <p className="zy-check-note">列出前 {conflicts.length} 项</p>}
      </div>
    </Modal>
  );
};
