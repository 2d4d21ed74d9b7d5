import { z } from 'zod';
import { defineApi, done, nothing, read, send } from '../kit/endpoint.ts';
import { enumeration } from '../kit/enumeration.ts';
import { int, time } from '../kit/fields.ts';
import { Todo } from './home.ts';

/** How something ended. */
export const NoticeOutcome = enumeration({
  good: { label: '成功', tone: 'good' },
  wait: { label: '部分成功', tone: 'wait' },
  bad: { label: '未完成', tone: 'bad' },
});

/** What kind of work ended. */
export const NoticeKind = enumeration({
  export: { label: '导出' },
  import: { label: '导入' },
  task: { label: '生码任务' },
  codeOp: { label: '批量操作' },
  police: { label: '预警' },
});

/** Work of this person that ended in the background, and warnings that he is to be told of. */
export const Notice = z.object({
  /** Names the row; see `read`. */
  key: z.string(),
  kind: NoticeKind.schema,
  title: z.string(),
  text: z.string(),
  outcome: NoticeOutcome.schema,
  /** Address of the screen that shows it. */
  to: z.string(),
  time,
  isRead: z.boolean(),
});
export type Notice = z.output<typeof Notice>;

/** What waits for this person, stays until somebody did it; and what ended of the last 90 days, newest first, 20 at most. */
export const Notices = z.object({
  todo: Todo,
  /** How many of each kind had been seen; absent where none was. */
  seen: z.record(z.string(), z.number()),
  ended: z.array(Notice),
});
export type Notices = z.output<typeof Notices>;

const sight = 'admin:statistics:home:index';

export const noticeApi = defineApi({
  list: read('通知', '/admin/statistics/notice/all', sight, nothing, Notices),
  /** Marks rows as seen by this person, on every machine; `count` says how many of a kind waited then. */
  read: send(
    '通知已读',
    '/admin/statistics/notice/read',
    sight,
    z.object({
      rows: z
        .array(
          z.object({
            key: z.string().regex(/^[a-zA-Z]{1,20}:[0-9a-zA-Z]{1,30}$/, '通知不正确'),
            count: int(0, Number.MAX_SAFE_INTEGER, '数量不正确').default(0),
          }),
        )
        .min(1, '请选择通知')
        .max(60, '一次最多60条'),
    }),
    done,
    { log: false },
  ),
});
