import { accountApi } from '@zhuiyuan/contract/account/account';
import { groupVerCode, isVerCode } from '@zhuiyuan/contract/campaign/ver-code';
import { badVerCode, shopRedeemApi, type VerPreview } from '@zhuiyuan/contract/redeem/shop-redeem';
import { minuteText } from '@zhuiyuan/contract/kit/clock';
import { useLayoutEffect, useRef, useState } from 'react';
import { call } from '../../lib/field-call.ts';
import { FieldIcon } from '../../lib/field-icons.tsx';
import { goBack } from '../../lib/navigate.ts';
import { pickRole } from '../../lib/session.ts';
import { useLatest } from '../../../lib/use-latest.ts';
import { useLeft } from '../../../lib/use-left.ts';
import { useLoaded } from '../../../parts/use-loaded.ts';
import { usePosition } from '../../lib/use-position.ts';
import { useScannerKeys } from '../../lib/use-scanner-keys.ts';
import { openScanner, type ScanTold } from '../../parts/scan-overlay.tsx';
import { Screen } from '../../parts/screen.tsx';
import { CounterCard } from './redeem-card.tsx';
import { codeIn, openTyping } from './redeem-code.tsx';
import { idle, refusedOf, unreadable, type Again, type Standing, type Way } from './redeem-standing.ts';
import { Strip, TodayList, useToday } from './redeem-today.tsx';

/** How long a prize that was handed out is looked at before the camera opens again. */
const lookedMs = 1600;

/** Whose counter it is, once that is known. */
const CounterBar = () => {
  const { data: roles = [] } = useLoaded(() => call(accountApi.list, {}));
  const role = pickRole(roles);
  return (
    <header className="f-bar f-counter-bar">
      <button type="button" className="f-back" aria-label="返回" onClick={goBack}>
        <FieldIcon name="back" size={22} />
      </button>
      <h1 tabIndex={-1}>{role?.name ?? '核销奖品'}</h1>
      <span className="f-person">{role?.contact}</span>
    </header>
  );
};

/** What the counter does with codes, and how the last of them stands. */
const useCounter = (handedOut: () => void) => {
  const [standing, setStanding] = useState<Standing>(idle);
  const position = usePosition();
  const isLeft = useLeft();
  const looks = useRef(0);
  /** Codes that are being handed out. */
  const confirming = useRef(new Set<string>());

  /** Looks a code up; answers what the scanner says of it. */
  const look = async (code: string, way: Way): Promise<ScanTold> => {
    if (!isVerCode(code)) {
      looks.current += 1;
      setStanding(unreadable);
      return { ok: false, words: badVerCode };
    }
    // Whatever comes of it, the card says it.
    const told = { ok: true, words: groupVerCode(code) };
    if (confirming.current.has(code)) return told;
    const mine = (looks.current += 1);
    setStanding({ state: 'looking', code });
    let found: Standing;
    try {
      const preview = await call(shopRedeemApi.preview, { verCode: code });
      found = { state: 'ready', preview, way, at: minuteText(Date.now()) };
    } catch (error) {
      found = refusedOf(error, { act: 'look', code, way });
    }
    // A code that was scanned meanwhile is the one at the counter.
    if (mine === looks.current && !isLeft.current) setStanding(found);
    return told;
  };

  const confirm = async (preview: VerPreview, way: Way): Promise<void> => {
    const { verCode } = preview;
    if (confirming.current.has(verCode)) return;
    confirming.current.add(verCode);
    let outcome: Standing;
    try {
      const verified = await call(shopRedeemApi.confirm, { verCode, ...position.current });
      outcome = { state: 'done', preview, way, verified };
    } catch (error) {
      // The same code again: what was booked is answered, not booked twice.
      outcome = refusedOf(error, { act: 'confirm', preview, way });
    }
    confirming.current.delete(verCode);
    if (isLeft.current) return;
    setStanding(outcome);
    if (outcome.state !== 'done') return;
    navigator.vibrate?.(60);
    handedOut();
  };

  const retry = (again: Again): Promise<unknown> =>
    again.act === 'look' ? look(again.code, again.way) : confirm(again.preview, again.way);
  return { standing, look, acts: { clear: () => setStanding(idle), confirm, retry } };
};

/** 核销: a code is scanned or typed, looked at, and handed out; above it what the shop did today and is owed. */
export const RedeemPage = () => {
  const today = useToday();
  const { standing, look, acts } = useCounter(today.reload);
  /** Camera or keyboard lies over the page already. */
  const isCovered = useRef(false);
  const cover = (open: (closed: () => void) => void): void => {
    if (isCovered.current) return;
    isCovered.current = true;
    open(() => (isCovered.current = false));
  };

  const take = (text: string): Promise<ScanTold> => look(codeIn(text), '扫码');
  const scan = (): void => cover((closed) => void openScanner('扫核销码', take, { isSingle: true, closed }));
  const type = (): void => cover((closed) => void openTyping((code) => void look(code, '输入'), closed));
  useScannerKeys((text) => void take(text));

  const latestScan = useLatest(scan);
  useLayoutEffect(() => {
    if (standing.state !== 'done' || standing.way !== '扫码') return undefined;
    const timer = setTimeout(() => latestScan.current(), lookedMs);
    return () => clearTimeout(timer);
  }, [standing, latestScan]);

  return (
    <Screen
      title="核销奖品"
      bar={<CounterBar />}
      foot={
        <div className="acts">
          <button type="button" className="button" onClick={type}>
            输入核销码
          </button>
          <button type="button" className="button" onClick={scan}>
            <FieldIcon name="scan" size={18} />
            扫码
          </button>
        </div>
      }
    >
      <Strip sum={today.told?.first.sum} />
      <div>
        <CounterCard standing={standing} acts={acts} />
      </div>
      <TodayList today={today} />
    </Screen>
  );
};
