import type { MessageRow } from '@zhuiyuan/contract/message/message';
import { MessageChannel, MessageKind, MessageStatus } from '@zhuiyuan/contract/message/message-states';
import { consumerApi } from '@zhuiyuan/contract/consumer/consumer';
import { Link } from 'react-router';
import { consumerPage } from '../../lib/object-addresses.ts';
import { useMay } from '../../lib/session.ts';
import { Facts } from '../../parts/format/facts.tsx';
import { EnumTag, Tag } from '../../parts/format/tag.tsx';
import { timeText } from '../../parts/format/times.ts';
import { SideDrawer } from '../../parts/frame/side-drawer.tsx';
import { ActLinks, type Act } from '../../parts/list/acts.tsx';

const Consumer = ({ id, name }: { id: number; name: string }) => {
  const may = useMay();
  return may(consumerApi.list.may) ? <Link to={consumerPage(id)}>{name}</Link> : name;
};

/** One message: what it says, to whom, and what became of it. */
export const MessageDetail = ({
  row,
  close,
  actsOf,
}: {
  row: MessageRow | undefined;
  close: () => void;
  actsOf: (row: MessageRow) => Act[];
}) => (
  <SideDrawer
    isOpen={row !== undefined}
    close={close}
    title="消息"
    name={row && MessageKind.label(row.kind)}
    mark={row && <EnumTag of={MessageStatus} value={row.status} />}
    foot={row && actsOf(row).length > 0 ? <ActLinks acts={actsOf(row)} /> : undefined}
    width={480}
  >
    {row && (
      <Facts
        items={[
          { label: '消费者', value: <Consumer id={row.consumerId} name={row.consumer} /> },
          { label: '渠道', value: MessageChannel.label(row.channel) },
          { label: '内容', value: <span className="zy-message-text">{row.content}</span> },
          { label: '测试', value: row.isTest && <Tag tone="kind">测试发送</Tag> },
          { label: row.status === MessageStatus.sent ? '' : '原因', value: row.err },
          { label: '创建时间', value: timeText(row.createTime) },
          { label: '创建人', value: row.createName },
          { label: '计划发送', value: row.sentAt === null && timeText(row.dueAt) },
          { label: '发送时间', value: row.sentAt && timeText(row.sentAt) },
          { label: '查看时间', value: row.readAt && timeText(row.readAt) },
        ].filter(({ value }) => value !== '' && value !== null && value !== false)}
      />
    )}
  </SideDrawer>
);
