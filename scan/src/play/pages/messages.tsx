import type { MyMessage } from '@zhuiyuan/contract/message/my-messages';
import { shortMoment } from '../../lib/words.ts';
import { usePaged } from '../../parts/use-paged.ts';
import { Failure } from '../../parts/waiting.tsx';
import type { Desk } from '../lib/desk.ts';
import { fetchKept } from '../lib/kept.ts';
import { Nothing, Skeleton, StateTag } from '../parts/cards.tsx';
import { MoreButton } from '../parts/more-button.tsx';
import { Screen } from '../parts/screen.tsx';

/** What each is about, in the words of who it is told. */
const titles: Record<MyMessage['kind'], string> = {
  WIN: '中奖通知',
  PAY_SENT: '红包已发放',
  PAY_RECEIVED: '红包已到账',
  PAY_FAILED: '红包发放失败',
  CLAIM_EXPIRE_SOON: '奖品即将到期',
  VERIFIED: '奖品已核销',
  REDEEM_APPROVED: '兑换已通过',
  REDEEM_REJECTED: '兑换未通过',
  REDEEM_SHIPPED: '奖品已发货',
  NOTICE: '商家消息',
};

const Message = ({ message: { kind, content, firmName, sentAt, isNew } }: { message: MyMessage }) => (
  <article className="p-message">
    <header>
      <b>{titles[kind]}</b>
      {isNew && <StateTag tone="wait" glyph="●" words="新" />}
    </header>
    <p>{content}</p>
    <small>{`${firmName} · ${shortMoment(sentAt)}`}</small>
  </article>
);

const MessageList = ({ desk }: { desk: Desk }) => {
  const { rows, last, hasMore, isAsking, failed, next } = usePaged(async (page) => {
    const answer = await fetchKept(`messages ${page}`, () => desk.messages(page));
    const fresh = answer.list.filter(({ isNew }) => isNew).map(({ id }) => id);
    // That it was read is said again the next time where it does not arrive.
    if (fresh.length > 0) void desk.readMessages(fresh).catch(() => undefined);
    return answer;
  });
  if (!last) return failed ? <Failure words={failed.words} retry={next} /> : <Skeleton />;
  return (
    <>
      {rows.length > 0 ? (
        <div className="card p-rows">
          {rows.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </div>
      ) : (
        <Nothing words="还没有消息" />
      )}
      {failed && (
        <div className="p-next p-failed">
          <Failure words={failed.words} retry={next} />
        </div>
      )}
      {hasMore && !failed && !isAsking && (
        <div className="p-next">
          <MoreButton next={next} />
        </div>
      )}
    </>
  );
};

/** 我的消息: what firms told him, newest first; what he has seen is not new the next time. */
export const MessagesPage = ({ desk }: { desk: Desk }) => (
  <Screen title="我的消息">
    <div>
      <MessageList desk={desk} />
    </div>
  </Screen>
);
