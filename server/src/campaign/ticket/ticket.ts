import type { RiskHit } from '@zhuiyuan/contract/risk/risk-hit';
import { openToken, readToken, sealToken } from '../../kit/secret.ts';

const purpose = 'draw ticket';
/** How long a ticket opens a draw, and how long its answer can be asked for, in seconds. */
const drawsFor = 600;
const answersFor = 30 * 24 * 3600;

/** What a ticket fixes before the number is known. */
interface Signed {
  /** UUID; a draw is made once for it. */
  id: string;
  firmId: number;
  activityId: number;
  epochId: number;
  epochNo: number;
  uid: number;
  audience: number;
  /** `C<code>`, `B<box>` or `P<number>`. */
  key: string;
  code: { seg: number; serial: number } | null;
  pointsCost: number;
  /** A free turn of the day pays for it, and nothing else does. */
  isFree?: boolean;
  /** `yyyy-MM-dd` in Asia/Shanghai: what limits of a day count by. */
  day: string;
  /** The risk's verdict: the prize waits for a person. */
  hold: boolean;
  risk: RiskHit[];
  /** The shopper acts for a dealer or shop of the firm: what he wins of some worth waits for a person too. */
  isInsider: boolean;
  facts: {
    codeLevel: number | null;
    productId: number | null;
    lotId: number | null;
    agentId: number | null;
    shopId: number | null;
    channelId: number | null;
    scanId: number | null;
  };
  place: {
    province: string | null;
    city: string | null;
    lng: number | null;
    lat: number | null;
    geoSource: number;
  };
  ip: string;
  device: string;
  /** The device is known by the mark its page keeps. */
  isMarked: boolean;
  /** Seconds since 1970. */
  until: number;
}

/** A ticket as it is read: one that is over is only good for the answer it had. */
export type Ticket = Omit<Signed, 'until'> & { isOver: boolean };

/**
 * Seals a ticket for one draw within ten minutes. Its holder reads nothing of it: whoever saw what his draw is held for would ask for
 * another ticket, from elsewhere, until it is not.
 */
export const signTicket = (masterKey: Buffer, ticket: Omit<Signed, 'until'>): { ticket: string; until: Date } => {
  const until = Math.floor(Date.now() / 1000) + drawsFor;
  return { ticket: sealToken(masterKey, purpose, { ...ticket, until }, answersFor), until: new Date(until * 1000) };
};

/** Reads a ticket, also one that an earlier release signed; nothing when it is foreign or was changed. */
export const readTicket = (masterKey: Buffer, text: string): Ticket | undefined => {
  const read = text.includes('.') ? readToken : openToken;
  const signed = read<Signed>(masterKey, purpose, text);
  if (!signed) return undefined;
  const { until, ...ticket } = signed;
  return { ...ticket, isOver: until < Date.now() / 1000 };
};
