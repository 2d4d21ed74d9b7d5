import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { fieldMovesApi, type FieldCheck } from '@zhuiyuan/contract/fieldwork/field-moves';
import { fieldShopsApi } from '@zhuiyuan/contract/fieldwork/field-shops';
import { useRef, useState } from 'react';
import { isOffline } from '../../../lib/call.ts';
import { toast } from '../../../lib/toast.ts';
import { reasonOf } from '../../../lib/reason-of.ts';
import { bareCode } from '../../lib/code-key.ts';
import { call } from '../../lib/field-call.ts';
import { FieldIcon } from '../../lib/field-icons.tsx';
import { go } from '../../lib/navigate.ts';
import { useContentKey } from '../../lib/use-content-key.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { useLeft } from '../../../lib/use-left.ts';
import { useReconnected } from '../../lib/use-reconnected.ts';
import { useScannerKeys } from '../../lib/use-scanner-keys.ts';
import { count } from '../../../lib/words.ts';
import { levels } from '../../lib/words.ts';
import { openScanner, type ScanTold } from '../../parts/scan-overlay.tsx';
import { Screen } from '../../parts/screen.tsx';
import { confirmIn } from '../../parts/sheet.tsx';
import { Receivers } from './receivers.tsx';
import {
  addCode,
  badOf,
  bySplitting,
  dropCodes,
  forgetChecks,
  itemsOf,
  keepChecks,
  sendTo,
  shopIn,
  splitOff,
  splitWords,
  toShipment,
  toShipping,
  uncheckedOf,
  whyNotAdded,
  type Receiver,
  type Shipment,
} from './shipping.ts';
import { ReceiverCard, ScannedRows, ShipFoot } from './ship-views.tsx';

/** Shops one look takes, and how many looks at most. */
const shopsAtOnce = 100;
const mostLooks = 20;
const notOwn = '该门店不在名下，不能发货';

/** A shop of the dealer by its number; nothing where it is none of his. */
const findShop = async (id: number): Promise<Receiver | undefined> => {
  for (let page = 1; page <= mostLooks; page += 1) {
    const { list, totalPage } = await call(fieldShopsApi.list, { page, limit: shopsAtOnce });
    const shop = list.find((one) => one.id === id);
    if (shop) return { kind: Holder.shop, id, name: shop.name };
    if (page >= totalPage) break;
  }
  return undefined;
};

/** What the scanner says of a code that was checked. */
const toldOf = ({ ok, level, storeName, errMsg }: FieldCheck): ScanTold =>
  ok ? { ok, words: `${levels[level]} ${storeName}` } : { ok, words: errMsg };

/** 扫码发货: first to whom, then what, then once for all. `to` is the shop whose poster was scanned. */
export const ShipPage = ({ to }: { to?: number }) => {
  const [shipment, draft] = useDraft<Shipment>('ship', toShipment);
  /** Somebody else is chosen in the place of the receiver. */
  const [isChoosing, setChoosing] = useState(false);
  const [refusal, setRefusal] = useState('');
  const [isShipping, setShipping] = useState(false);
  const isSubmitting = useRef(false);
  const isLeft = useLeft();
  const keyOf = useContentKey();

  const check = async (receiver: Receiver, codes: string[]): Promise<FieldCheck[]> => {
    const checked: FieldCheck[] = [];
    for (const part of bySplitting(draft.now(), codes)) {
      const checks = await call(fieldMovesApi.check, {
        toKind: receiver.kind,
        toId: receiver.id,
        codes: part.codes,
        ...(part.splits && { splits: true }),
      });
      draft.put(keepChecks(draft.now(), receiver, part.codes, checks));
      checked.push(...checks);
    }
    return checked;
  };
  /** Checks what was scanned without a connection, or for another receiver; answers what kept it from that. */
  const checkAll = async (): Promise<unknown> => {
    const { receiver } = draft.now();
    const codes = uncheckedOf(draft.now());
    if (!receiver || codes.length === 0) return undefined;
    try {
      await check(receiver, codes);
      return undefined;
    } catch (error) {
      if (!isOffline(error)) setRefusal(reasonOf(error));
      return error;
    }
  };

  const choose = (receiver: Receiver): void => {
    draft.put(sendTo(draft.now(), receiver));
    setChoosing(false);
    setRefusal('');
    void checkAll();
  };
  const chooseShop = async (id: number): Promise<ScanTold> => {
    try {
      const shop = await findShop(id);
      if (!shop) return { ok: false, words: notOwn };
      if (!isLeft.current) choose(shop);
      return { ok: true, words: `发往 ${shop.name}` };
    } catch (error) {
      return { ok: false, words: reasonOf(error) };
    }
  };

  const takeCode = async (receiver: Receiver, code: string): Promise<ScanTold> => {
    const barrier = whyNotAdded(draft.now(), code);
    if (barrier) return { ok: false, words: barrier };
    draft.put(addCode(draft.now(), code));
    setRefusal('');
    let told: ScanTold;
    try {
      const [one] = await check(receiver, [code]);
      told = toldOf(one!);
    } catch (error) {
      told = isOffline(error) ? { ok: true, words: '网络异常，已记下' } : { ok: false, words: reasonOf(error) };
      if (!told.ok) {
        draft.put(dropCodes(draft.now(), [code]));
        setRefusal(told.words);
      }
    }
    return { ...told, count: `${draft.now().rows.length}` };
  };
  const take = async (text: string): Promise<ScanTold> => {
    const shop = shopIn(text);
    if (shop !== undefined) return chooseShop(shop);
    const { receiver } = draft.now();
    return receiver && !isChoosing ? takeCode(receiver, bareCode(text)) : { ok: false, words: '请选择收货方' };
  };
  const say = ({ ok, words }: ScanTold): void => {
    if (!ok && !isLeft.current) toast(words);
  };
  useScannerKeys((text) => void take(text).then(say));
  useReconnected(
    () => void checkAll(),
    () => void (to === undefined ? checkAll() : chooseShop(to).then(say)),
  );

  const ship = async (receiver: Receiver): Promise<void> => {
    const shipping = toShipping(draft.now(), receiver);
    try {
      const shipped = await call(fieldMovesApi.ship, { ...shipping, idemKey: keyOf(shipping) });
      draft.drop();
      toast(`发货成功：${count(shipped.itemQty)}件`);
      if (!isLeft.current) go(`/r/document/${shipped.id}`, { replaces: true });
    } catch (error) {
      setRefusal(reasonOf(error));
      // An answer that was lost may have been good: the same is sent once more then, whatever the codes would be judged now.
      if (isOffline(error) || isLeft.current) return;
      draft.put(forgetChecks(draft.now()));
      await checkAll();
    }
  };
  const confirm = async (): Promise<void> => {
    const failed = await checkAll();
    if (isLeft.current) return;
    const { receiver } = draft.now();
    if (uncheckedOf(draft.now()).length > 0)
      return setRefusal(failed === undefined ? '有编码还没有核对，请重试' : reasonOf(failed));
    if (badOf(draft.now()).length > 0) return;
    const words = `共${count(itemsOf(draft.now()))}件，发往${receiver!.name}，确定发货？`;
    if (!(await confirmIn('发货', { words, yes: '确定发货' }))) return;
    setShipping(true);
    await ship(receiver!);
    setShipping(false);
  };
  const submit = async (): Promise<void> => {
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    await confirm();
    isSubmitting.current = false;
  };
  const split = async (found: FieldCheck, code: string): Promise<void> => {
    if (!(await confirmIn('拆零发货', { words: splitWords(found), yes: '拆零发货' })) || isLeft.current) return;
    draft.put(splitOff(draft.now(), code));
    setRefusal('');
    await checkAll();
  };
  const dropBad = (): void => {
    draft.put(dropCodes(draft.now(), badOf(draft.now())));
    setRefusal('');
  };

  const { receiver } = shipment;
  if (!receiver || isChoosing)
    return (
      <Screen
        title="扫码发货"
        foot={
          <button
            type="button"
            className="button solid"
            onClick={() => void openScanner('扫门店码', take, { isSingle: true })}
          >
            <FieldIcon name="scan" size={18} />
            扫门店码
          </button>
        }
      >
        <p className="f-hint">先选择收货方，也可以直接扫门店码</p>
        <Receivers choose={choose} />
      </Screen>
    );
  return (
    <Screen
      title="扫码发货"
      foot={
        <ShipFoot
          shipment={shipment}
          refusal={refusal}
          isShipping={isShipping}
          scan={() => void openScanner('扫码发货', take)}
          dropBad={dropBad}
          submit={() => void submit()}
        />
      }
    >
      <ReceiverCard receiver={receiver} change={() => setChoosing(true)} />
      <ScannedRows
        shipment={shipment}
        drop={(code) => draft.put(dropCodes(draft.now(), [code]))}
        split={(found, code) => void split(found, code)}
      />
    </Screen>
  );
};
