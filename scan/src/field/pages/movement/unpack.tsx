import { unpackApi, type Unpacked } from '@zhuiyuan/contract/campaign/unpack/unpack';
import { useRef, useState } from 'react';
import { call } from '../../lib/field-call.ts';
import { FieldIcon } from '../../lib/field-icons.tsx';
import { useLeft } from '../../../lib/use-left.ts';
import { usePosition } from '../../lib/use-position.ts';
import { useScannerKeys } from '../../lib/use-scanner-keys.ts';
import { CodeShown, Prize, Verdict } from '../../parts/counter.tsx';
import { Fact } from '../../../parts/facts.tsx';
import { BusyButton } from '../../../parts/form.tsx';
import { openScanner, type ScanTold } from '../../parts/scan-overlay.tsx';
import { Screen } from '../../parts/screen.tsx';
import { codeOf, idle, isWon, nextOf, prizeOf, refusedOf, toBox, type Box, type Unpacking } from './unpacking.ts';

const ClearButton = ({ clear, children = '关闭' }: { clear: () => void; children?: string }) => (
  <button type="button" className="button" onClick={clear}>
    {children}
  </button>
);

const BoxCode = ({ code }: { code: string }) => (
  <Fact label="箱码">
    <CodeShown code={code} />
  </Fact>
);

const Scanned = ({ box, clear, open }: { box: Box; clear: () => void; open: (box: Box) => Promise<void> }) => (
  <>
    <Verdict tone="idle" icon="box" words="开箱后不可撤回，每箱只能开一次" />
    <dl className="f-facts">
      <BoxCode code={codeOf(box)} />
    </dl>
    <div className="acts f-two">
      <ClearButton clear={clear}>取消</ClearButton>
      <BusyButton busy="开箱中" className="button solid f-go" act={() => open(box)}>
        开箱
      </BusyButton>
    </div>
  </>
);

const Opened = ({ won, clear }: { won: Unpacked; clear: () => void }) => {
  const hasPrize = isWon(won);
  return (
    <>
      <Verdict
        tone={hasPrize ? 'good' : 'idle'}
        icon={hasPrize ? 'gift' : 'box'}
        words={hasPrize ? `恭喜，开出${won.tierName}` : '很遗憾，未中奖'}
        note={won.repeat ? '此箱已开过，结果不变' : undefined}
      />
      {hasPrize && (
        <Prize image={won.prize.image} name={prizeOf(won)} texts={[won.actName, nextOf(won)].filter(Boolean)} />
      )}
      <dl className="f-facts">
        <BoxCode code={won.codeText} />
        <Fact label="产品">{won.productName || '-'}</Fact>
        <Fact label="抽奖编号">
          <CodeShown code={won.drawNo} />
        </Fact>
      </dl>
      {hasPrize ? (
        <div className="acts f-two">
          <ClearButton clear={clear} />
          <a className="button" href="/c#prizes">
            我的奖品
          </a>
        </div>
      ) : (
        <ClearButton clear={clear} />
      )}
    </>
  );
};

const Refused = ({
  unpacking: { words, box, isLost },
  clear,
  open,
}: {
  unpacking: Extract<Unpacking, { state: 'refused' }>;
  clear: () => void;
  open: (box: Box) => Promise<void>;
}) => (
  <>
    <Verdict tone="bad" icon="cross" words={words} />
    <dl className="f-facts">
      <BoxCode code={codeOf(box)} />
    </dl>
    {isLost ? (
      <div className="acts f-two">
        <ClearButton clear={clear} />
        <BusyButton busy="开箱中" act={() => open(box)}>
          重试
        </BusyButton>
      </div>
    ) : (
      <ClearButton clear={clear} />
    )}
  </>
);

const Content = ({
  unpacking,
  ...acts
}: {
  unpacking: Unpacking;
  clear: () => void;
  open: (box: Box) => Promise<void>;
}) => {
  switch (unpacking.state) {
    case 'idle':
      return <Verdict tone="idle" icon="box" words="扫描已签收到本门店的箱码" />;
    case 'scanned':
      return <Scanned key={unpacking.box.clientSeed} box={unpacking.box} {...acts} />;
    case 'opened':
      return <Opened key={unpacking.won.drawNo} won={unpacking.won} clear={acts.clear} />;
    case 'refused':
      return <Refused key={unpacking.box.clientSeed} unpacking={unpacking} {...acts} />;
  }
};

/** 开箱抽奖: a box that was signed for is scanned, and opened once. */
export const UnpackPage = () => {
  const [unpacking, setUnpacking] = useState<Unpacking>(idle);
  const position = usePosition();
  const isLeft = useLeft();
  /** Codes of the boxes that are being opened. */
  const opening = useRef(new Set<string>());

  const look = (text: string): ScanTold => {
    const box = toBox(text);
    const code = codeOf(box);
    // One that is being opened already is not asked about once more.
    if (!opening.current.has(code)) setUnpacking({ state: 'scanned', box });
    return { ok: true, words: code };
  };
  const open = async (box: Box): Promise<void> => {
    const code = codeOf(box);
    if (opening.current.has(code)) return;
    opening.current.add(code);
    let outcome: Unpacking;
    try {
      outcome = { state: 'opened', won: await call(unpackApi.unpack, { ...box, ...position.current }) };
    } catch (error) {
      // The same box again: it is opened once, whatever was heard of it.
      outcome = refusedOf(error, box);
    }
    opening.current.delete(code);
    if (isLeft.current) return;
    setUnpacking(outcome);
    if (outcome.state === 'opened') navigator.vibrate?.(60);
  };

  const scan = (): void => void openScanner('扫箱码', look, { isSingle: true });
  useScannerKeys((text) => void look(text));
  return (
    <Screen
      title="开箱抽奖"
      foot={
        <button type="button" className="button solid" onClick={scan}>
          <FieldIcon name="scan" size={18} />
          扫箱码
        </button>
      }
    >
      <div>
        <section className="card f-counter">
          <Content unpacking={unpacking} clear={() => setUnpacking(idle)} open={open} />
        </section>
      </div>
    </Screen>
  );
};
