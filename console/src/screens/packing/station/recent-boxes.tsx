import { packingApi } from '@zhuiyuan/contract/packing/packing';
import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { newKey } from '../../../lib/new-key.ts';
import { useRead } from '../../../lib/use-read.ts';
import { confirm } from '../../../lib/toast.ts';
import { useAct } from '../../../parts/feedback/use-act.ts';
import { CodeLink } from '../../../parts/format/object-links.tsx';
import { shortTimeText } from '../../../parts/format/times.ts';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { packingChanges } from '../packing-changes.ts';

/** 我完成的箱: the last twenty, each taken back within ten minutes. */
export const RecentBoxes = ({
  level,
  isTabbed,
  undone,
}: {
  level: typeof Level.case | undefined;
  isTabbed: boolean;
  undone: (code: string) => void;
}) => {
  const { data } = useRead(packingApi.recent, { level });
  const undo = useAct(packingApi.undo, { done: '撤销成功', refresh: packingChanges });
  const takeBack = async (code: string, childCnt: number) => {
    const text = `确定撤销箱${code}？箱内${childCnt}个下级将全部释放`;
    if (!(await confirm({ text, saysCancelled: false }))) return;
    await undo({ code, idemKey: newKey() });
    undone(code);
  };
  const rows = (
    <>
      {data?.length === 0 && <p className="zy-packing-none">提交的箱会列在这里</p>}
      <ul className="zy-recent-boxes" tabIndex={data && data.length > 0 ? 0 : undefined} aria-label="我完成的箱">
        {data?.map(({ codeId, code, level: boxLevel, childCnt, capacity, packedAt, canUndo }) => (
          <li key={codeId}>
            <span>
              <CodeLink code={code} /> {level === undefined && <small>{Level.label(boxLevel)}</small>}
            </span>
            <span className={childCnt < capacity ? 'zy-box-short' : undefined}>
              {childCnt} / {capacity}
            </span>
            <time>{shortTimeText(packedAt)}</time>
            {canUndo ? (
              <button type="button" className="zy-link" onClick={() => void takeBack(code, childCnt)}>
                撤销
              </button>
            ) : (
              <i />
            )}
          </li>
        ))}
      </ul>
    </>
  );
  return isTabbed ? (
    rows
  ) : (
    <Sheet title="我完成的箱" finding="10 分钟内可撤销" isFlush>
      {rows}
    </Sheet>
  );
};
