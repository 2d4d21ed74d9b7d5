import type { MyPacket } from '@zhuiyuan/contract/red/send/my-packets';
import type { StateTone } from './claim-state.ts';

/** State of a packet in words, and its attitude. */
export const packetState = ({ delivery, isWaiting }: MyPacket): { words: string; tone: StateTone } => {
  switch (delivery) {
    case 'RECEIVED':
      return { words: '已领取', tone: 'good' };
    case 'SENT':
      return isWaiting ? { words: '待领取', tone: 'wait' } : { words: '领取中', tone: 'doing' };
    case 'SENDING':
      return { words: '发放中', tone: 'doing' };
    case 'RFUND_ING':
      return { words: '退回中', tone: 'doing' };
    case 'REFUND':
      return { words: '已退回', tone: 'gone' };
    case 'FAILED':
      return { words: '发放失败', tone: 'gone' };
  }
};
