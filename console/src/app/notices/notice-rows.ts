import type { Tone } from '@zhuiyuan/contract/kit/enumeration';
import { NoticeOutcome, type Notice, type Notices } from '@zhuiyuan/contract/stats/notice';
import type { Todo } from '@zhuiyuan/contract/stats/home';
import { countText } from '../../parts/format/numbers.ts';
import { todoKinds } from '../../screens/stats/todo-kinds.ts';

/** What is told to the server once a row was seen. */
export interface Seen {
  key: string;
  count: number;
}

/** A row of the bell: something that waits, or something that ended. */
export interface NoticeRow extends Seen {
  isWaiting: boolean;
  kind: Notice['kind'] | keyof Todo;
  title: string;
  text: string;
  tone: Tone;
  to: string;
  /** The word of the link that leads on. */
  act: string;
  time: string | undefined;
  isRead: boolean;
}

/** Rows in their order: what waits first. More of a kind than were seen makes it unread again. */
export const toNoticeRows = ({ todo, seen, ended }: Notices): NoticeRow[] => [
  ...todoKinds.flatMap(({ name, label, cause, tone, to }): NoticeRow[] => {
    const count = todo[name] ?? 0;
    if (count === 0) return [];
    return [
      {
        key: `todo:${name}`,
        count,
        isWaiting: true,
        kind: name,
        title: `${label} ${countText(count)}`,
        text: cause,
        tone,
        to,
        act: '去处理',
        time: undefined,
        isRead: (seen[name] ?? 0) >= count,
      },
    ];
  }),
  ...ended.map(({ outcome, ...row }) => ({
    ...row,
    count: 0,
    isWaiting: false,
    tone: NoticeOutcome.of(outcome)?.tone ?? 'idle',
    act: outcome === 'good' || row.kind === 'police' ? '查看' : '看原因',
  })),
];
