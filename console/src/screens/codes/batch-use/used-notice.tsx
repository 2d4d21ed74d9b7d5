import { NoticeBar } from '../../../parts/notice-bar.tsx';
import { countText } from '../../../parts/numbers.ts';
import { opList } from '../addresses.ts';
import type { Used } from './use-activation.ts';

/** What the last activation did, with the way to its record. */
export const UsedNotice = ({ used: { ok, fail, repeat, opNo } }: { used: Used }) => (
  <NoticeBar tone={fail > 0 ? 'wait' : 'good'} link={{ text: '查看记录', to: `${opList}?opNo=${opNo}` }}>
    {[
      `已启用 ${countText(ok)} 个码`,
      repeat > 0 ? `${countText(repeat)} 个此前已启用` : '',
      fail > 0 ? `${countText(fail)} 个异常码未执行` : '',
    ]
      .filter(Boolean)
      .join('，')}
  </NoticeBar>
);
