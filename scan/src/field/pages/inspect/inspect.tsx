import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { fieldInspectionApi, type FieldFinding } from '@zhuiyuan/contract/fieldwork/field-inspection';
import { useLayoutEffect, useRef, useState } from 'react';
import { CallFailed } from '../../../lib/call.ts';
import { findPosition, type Position } from '../../../lib/position.ts';
import { toast } from '../../../lib/toast.ts';
import { reasonOf } from '../../../lib/reason-of.ts';
import { call } from '../../lib/field-call.ts';
import { FieldIcon } from '../../lib/field-icons.tsx';
import { useLatest } from '../../../lib/use-latest.ts';
import { useLeft } from '../../../lib/use-left.ts';
import { useScannerKeys } from '../../lib/use-scanner-keys.ts';
import { Nothing } from '../../parts/cards.tsx';
import { openScanner, type ScanTold } from '../../parts/scan-overlay.tsx';
import { Screen } from '../../parts/screen.tsx';
import { FindingScreen, UnknownScreen } from './finding.tsx';

/** What is shown: nothing yet, what is known of a code, or that there is none. */
type Standing =
  | { is: 'idle' }
  | { is: 'found'; finding: FieldFinding; position: Position | null }
  | { is: 'unknown'; code: string; words: string };

const idle: Standing = { is: 'idle' };
const noCode = new Set<number>([codeRefusals.badText[0], codeRefusals.noSuchCode[0]]);

/** Asks about a code from where the phone is. */
const lookAt = async (code: string): Promise<Standing> => {
  const position = await findPosition();
  try {
    return { is: 'found', finding: await call(fieldInspectionApi.query, { code, ...position }), position };
  } catch (error) {
    if (error instanceof CallFailed && noCode.has(error.code))
      return { is: 'unknown', code: code.slice(0, 80), words: error.message };
    throw error;
  }
};

const IdleScreen = ({ scan, typed }: { scan: () => void; typed: (text: string) => void }) => {
  useScannerKeys(typed);
  return (
    <Screen
      title="扫码稽查"
      foot={
        <button type="button" className="button solid" onClick={scan}>
          <FieldIcon name="scan" size={18} />
          扫码
        </button>
      }
    >
      <Nothing icon="scan" words="扫描货物上的码，核对它是否在授权的区域" />
    </Screen>
  );
};

/** 扫码稽查: a code is scanned, and what is to be thought of it here stands above everything. */
export const InspectPage = () => {
  const [standing, setStanding] = useState<Standing>(idle);
  const isLeft = useLeft();
  const asked = useRef(0);
  const closeScanner = useRef<() => void>(() => undefined);

  const show = (next: Standing): void => {
    closeScanner.current();
    setStanding(next);
    scrollTo(0, 0);
  };
  /** Shows what is known of a code, unless another was asked about meanwhile. */
  const ask = async (code: string): Promise<void> => {
    const mine = (asked.current += 1);
    const isLast = (): boolean => !isLeft.current && mine === asked.current;
    try {
      const found = await lookAt(code);
      if (isLast()) show(found);
    } catch (error) {
      if (isLast()) throw error;
    }
  };
  const take = async (text: string): Promise<ScanTold> => {
    try {
      await ask(text);
      return { ok: true, words: text };
    } catch (error) {
      return { ok: false, words: reasonOf(error) };
    }
  };
  const takeTyped = async (text: string): Promise<void> => {
    const { ok, words } = await take(text);
    if (!ok) toast(words);
  };
  const askAgain = (code: string): Promise<void> => ask(code).catch((error: unknown) => toast(reasonOf(error)));
  const scan = (): void => {
    closeScanner.current();
    closeScanner.current = openScanner('扫码稽查', take, { isSingle: true });
  };
  const begin = (): void => {
    asked.current += 1;
    show(idle);
    // The place is asked for while the code is being looked for.
    void findPosition();
    scan();
  };

  const first = useLatest(begin);
  useLayoutEffect(() => first.current(), [first]);

  if (standing.is === 'found') {
    const { finding, position } = standing;
    return (
      <FindingScreen
        key={finding.code}
        finding={finding}
        position={position}
        askAgain={() => askAgain(finding.code)}
        scanAgain={begin}
      />
    );
  }
  if (standing.is === 'unknown')
    return <UnknownScreen key={standing.code} code={standing.code} words={standing.words} scanAgain={begin} />;
  return <IdleScreen scan={scan} typed={(text) => void takeTyped(text)} />;
};
