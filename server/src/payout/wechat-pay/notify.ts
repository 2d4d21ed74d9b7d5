import { z } from 'zod';
import { readSignature, type PlatformKeys } from './platform-keys.ts';
import { FoundBill, Notice, toBill, type TransferBill } from './shapes.ts';
import { decrypt } from './signing.ts';

/** The one kind of callback that tells of a transfer's end. */
const finished = 'MCHTRANSFER.BILL.FINISHED';

/** WeChat Pay tries our check with signatures that begin so and have to fail it. */
const probe = 'WECHATPAY/SIGNTEST/';

/** Why a callback is not believed: for the log; who sent it is told only that the check failed. */
export class BadNotice extends Error {
  override name = 'BadNotice';
}

/** A callback that was verified; `bill` only when it tells of a transfer's end. */
export interface GoodNotice {
  id: string;
  eventType: string;
  bill?: TransferBill;
}

/** Whether a callback carries all that a signature is judged by. */
export const isSigned = (header: (name: string) => string | undefined): boolean =>
  Object.values(readSignature(header)).every(Boolean);

/** A part of JSON that a stranger sent; undefined where it is none. */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Verifies a callback over the bytes it came with (`rawBody`): skew, key, signature, then its encryption and shape.
 * Throws {@link BadNotice}; nothing of an unverified callback is read.
 */
export const openNotice = async (
  { apiV3Key }: { apiV3Key: Buffer },
  keys: PlatformKeys,
  header: (name: string) => string | undefined,
  rawBody: string,
): Promise<GoodNotice> => {
  const given = readSignature(header);
  if (given.signature?.startsWith(probe)) throw new BadNotice('probe');
  const verdict = await keys.judge(given, rawBody);
  if (verdict !== 'good') throw new BadNotice(verdict);
  const notice = Notice.safeParse(parseJson(rawBody));
  if (!notice.success) throw new BadNotice(`shape: ${z.prettifyError(notice.error)}`);
  const { id, event_type: eventType, resource } = notice.data;
  if (eventType !== finished) return { id, eventType };
  let plain: string;
  try {
    plain = decrypt(apiV3Key, resource);
  } catch {
    throw new BadNotice('not encrypted under the APIv3 key');
  }
  const bill = FoundBill.safeParse(parseJson(plain));
  if (!bill.success) throw new BadNotice(`resource: ${z.prettifyError(bill.error)}`);
  return { id, eventType, bill: toBill(bill.data) };
};
