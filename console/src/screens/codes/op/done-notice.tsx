import { NoticeBar } from '../../../parts/notice-bar.tsx';
import { countText } from '../../../parts/numbers.ts';
import { opList } from '../addresses.ts';
import type { Done } from './use-op.ts';

/** What the last operation did, with the way to its record. */
export const DoneNotice = ({ done: { ok, fail, repeat, opNo, taskId } }: { done: Done }) => (
  <NoticeBar
    tone={taskId !== null ? 'doing' : fail > 0 ? 'wait' : 'good'}
    link={{ text: '查看记录', to: `${opList}?opNo=${opNo}` }}
  >
    {taskId !== null
      ? '已提交，将在后台执行'
      : [
          `已执行 ${countText(ok)} 个码`,
          repeat > 0 ? `${countText(repeat)} 个此前已是如此` : '',
          fail > 0 ? `${countText(fail)} 个异常码未执行` : '',
        ]
          .filter(Boolean)
          .join('，')}
  </NoticeBar>
);
