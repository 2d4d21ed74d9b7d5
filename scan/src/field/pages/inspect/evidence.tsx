import { fieldInspectionApi, type FieldFinding } from '@zhuiyuan/contract/fieldwork/field-inspection';
import { fieldShopsApi } from '@zhuiyuan/contract/fieldwork/field-shops';
import { Opinion } from '@zhuiyuan/contract/parties/inspector/inspector';
import { useRef, useState, type ReactNode, type Ref } from 'react';
import type { Position } from '../../../lib/position.ts';
import { toast } from '../../../lib/toast.ts';
import { reasonOf } from '../../../lib/reason-of.ts';
import { call } from '../../lib/field-call.ts';
import { goBack } from '../../lib/navigate.ts';
import { useContentKey } from '../../lib/use-content-key.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { useLeft } from '../../../lib/use-left.ts';
import { useLoaded } from '../../../parts/use-loaded.ts';
import { Card, CardHead } from '../../parts/cards.tsx';
import { Choice } from '../../parts/choice.tsx';
import { BusyButton } from '../../../parts/form.tsx';
import { usePhotos } from '../../parts/photos.tsx';
import { openSheet } from '../../parts/sheet.tsx';
import {
  evidenceName,
  mostImages,
  toEvidence,
  toInspection,
  type EvidenceDraft,
  type OpinionValue,
} from './evidence-draft.ts';

const opinions = Opinion.options.map(({ value, label }) => ({ value, words: label }));

const Line = ({
  label,
  most,
  value,
  changed,
}: {
  label: string;
  most: number;
  value: string;
  changed: (value: string) => void;
}) => (
  <input
    className="input"
    maxLength={most}
    aria-label={label}
    placeholder={label}
    autoComplete="off"
    value={value}
    onInput={(event) => changed(event.currentTarget.value)}
  />
);

const nearTo = async (position: Position | null) => (position ? call(fieldShopsApi.near, { ...position }) : []);

/** Shops within 500 metres, offered before one is typed. */
const Offers = ({ position, choose }: { position: Position | null; choose: (name: string) => void }) => {
  const { data: near = [] } = useLoaded(() => nearTo(position));
  return (
    <div className="f-offers">
      {near.map(({ id, name, metres }) => (
        <button key={id} type="button" className="f-offer" onClick={() => choose(name)}>
          {`${name} ${metres}米`}
        </button>
      ))}
    </div>
  );
};

const EvidenceCard = ({
  evidence,
  position,
  photos,
  error,
  opinionRef,
  change,
  judge,
}: {
  evidence: EvidenceDraft;
  position: Position | null;
  photos: ReactNode;
  error: string;
  opinionRef: Ref<HTMLDivElement>;
  change: (changes: Partial<EvidenceDraft>) => void;
  judge: (opinion: OpinionValue) => void;
}) => (
  <Card>
    <CardHead title="取证照片" right={<span>{`${evidence.images.length} / ${mostImages}，至少 1 张`}</span>} />
    {photos}
    <p className="f-label">
      <i className="f-star">{'* '}</i>
      稽查意见
    </p>
    <Choice
      ref={opinionRef}
      label="稽查意见"
      options={opinions}
      chosen={evidence.opinion}
      choose={judge}
      look="f-opinions"
    />
    <Line label="售卖场所" most={60} value={evidence.shopName} changed={(shopName) => change({ shopName })} />
    <Offers
      key={position && `${position.lng} ${position.lat}`}
      position={position}
      choose={(shopName) => change({ shopName })}
    />
    <Line label="备注" most={200} value={evidence.remark} changed={(remark) => change({ remark })} />
    <p className="error" role="alert">
      {error}
    </p>
  </Card>
);

const openSaved = (words: string, scanAgain: () => void): void =>
  void openSheet('提交成功', (close) => {
    const then = (act: () => void) => (): void => {
      close();
      act();
    };
    return (
      <>
        <p className="f-ask">{words}</p>
        <div className="acts">
          <button type="button" className="button" onClick={then(goBack)}>
            返回
          </button>
          <button type="button" className="button solid" onClick={then(scanAgain)}>
            继续扫码
          </button>
        </div>
      </>
    );
  });

/** 取证照片, 稽查意见, 售卖场所: what an inspector keeps, and the button that hands it in. Its draft stays until the answer. */
export const useEvidence = (
  { code }: FieldFinding,
  position: Position | null,
  scanAgain: () => void,
): { view: ReactNode; submit: ReactNode } => {
  const [evidence, draft] = useDraft(evidenceName(code), toEvidence);
  const [error, setError] = useState('');
  const opinionRef = useRef<HTMLDivElement>(null);
  const isLeft = useLeft();
  const keyOf = useContentKey();

  const change = (changes: Partial<EvidenceDraft>): void => draft.put({ ...draft.now(), ...changes });
  const photos = usePhotos({
    most: mostImages,
    kept: evidence.images,
    query: () => `?stamps=1${position ? `&lng=${position.lng}&lat=${position.lat}` : ''}`,
    changed: (images) => change({ images }),
  });
  const send = async (): Promise<void> => {
    setError('');
    photos.fail('');
    if (photos.isWaiting()) return;
    const { lacks, inspection } = toInspection(code, draft.now(), position);
    if (lacks === 'images') return photos.fail('请上传取证照片');
    if (lacks === 'opinion') {
      setError('请选择稽查意见');
      return opinionRef.current!.querySelector('button')!.focus();
    }
    try {
      const { policeNo } = await call(fieldInspectionApi.save, { ...inspection, idemKey: keyOf(inspection) });
      draft.drop();
      const words = policeNo ? `已生成预警单 ${policeNo}，企业会跟进处理。` : '稽查记录已保存。';
      if (isLeft.current) toast(words);
      else openSaved(words, scanAgain);
    } catch (failed) {
      setError(reasonOf(failed));
    }
  };
  const judge = (opinion: OpinionValue): void => {
    setError('');
    change({ opinion });
  };

  return {
    view: (
      <EvidenceCard
        evidence={evidence}
        position={position}
        photos={photos.view}
        error={error}
        opinionRef={opinionRef}
        change={change}
        judge={judge}
      />
    ),
    submit: (
      <BusyButton busy="提交中" act={send}>
        提交稽查
      </BusyButton>
    ),
  };
};
