import { BillState, Delivery, returnedCodes } from '@zhuiyuan/contract/payout/payout-enums';
import type { ProviderState } from './wechat-pay/shapes.ts';

type State = (typeof BillState.options)[number]['value'];
export type DeliveryStatus = (typeof Delivery.options)[number]['value'];

/** How far an attempt has come. It only ever goes on; of the same rank it stays as it is. */
const ranks: Record<State, number> = {
  [BillState.new]: 0,
  [BillState.posting]: 1,
  [BillState.unknown]: 2,
  [BillState.accepted]: 3,
  [BillState.wait]: 4,
  [BillState.paying]: 5,
  [BillState.canceling]: 6,
  [BillState.success]: 7,
  [BillState.fail]: 7,
  [BillState.cancelled]: 7,
};
const terminal = ranks[BillState.success];

export const isTerminal = (state: number): boolean => ranks[state as State] === terminal;

/** What hearing of a state does: `moves`, `stays` (known already, or behind what is known), `contradicts` (an end against another end). */
export const judgeMove = (from: number, to: number): 'moves' | 'stays' | 'contradicts' => {
  const [known, heard] = [ranks[from as State], ranks[to as State]];
  if (known === terminal) return heard === terminal && from !== to ? 'contradicts' : 'stays';
  return heard > known ? 'moves' : 'stays';
};

const ofProvider: Record<ProviderState, State> = {
  ACCEPTED: BillState.accepted,
  PROCESSING: BillState.accepted,
  WAIT_USER_CONFIRM: BillState.wait,
  TRANSFERING: BillState.paying,
  SUCCESS: BillState.success,
  FAIL: BillState.fail,
  CANCELING: BillState.canceling,
  CANCELLED: BillState.cancelled,
};
export const fromProvider = (state: ProviderState): State => ofProvider[state];

const returned: ReadonlySet<string> = new Set(returnedCodes);

/** What the state of its last attempt makes of a payout. */
export const deliveryOf = (state: number, failReason: string): DeliveryStatus => {
  switch (state) {
    case BillState.wait:
    case BillState.paying:
      return Delivery.SENT;
    case BillState.success:
      return Delivery.RECEIVED;
    case BillState.fail:
      return returned.has(failReason) ? Delivery.REFUND : Delivery.FAILED;
    case BillState.canceling:
      return Delivery.RFUND_ING;
    case BillState.cancelled:
      return Delivery.REFUND;
    default:
      return Delivery.SENDING;
  }
};
