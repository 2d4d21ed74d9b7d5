import { fieldInspectionApi, type FieldInspection } from '@zhuiyuan/contract/fieldwork/field-inspection';
import { Opinion } from '@zhuiyuan/contract/parties/inspector/inspector';
import { useState } from 'react';
import { CodeText } from '../../../parts/code-text.tsx';
import { call } from '../../lib/field-call.ts';
import { shortMoment } from '../../../lib/words.ts';
import { Nothing, Row, StateTag, Thumb } from '../../parts/cards.tsx';
import { Choice } from '../../parts/choice.tsx';
import { PagedRows } from '../../parts/paged.tsx';
import { Screen } from '../../parts/screen.tsx';

const InspectionRow = ({ inspection }: { inspection: FieldInspection }) => {
  const { storeName, code, at, foundRegion, shopName, opinion, images, policeNo } = inspection;
  return (
    <Row
      lead={<Thumb address={images[0] ?? ''} side={44} />}
      title={storeName || '未关联产品'}
      text={
        <span>
          <CodeText code={code} />
          <br />
          {[foundRegion || '未取得定位', shopName, policeNo && `预警单 ${policeNo}`].filter(Boolean).join(' · ')}
        </span>
      }
      end={
        <span>
          <StateTag of={Opinion} value={opinion} />
          <span className="f-text">{shortMoment(at)}</span>
        </span>
      }
    />
  );
};

/** What an opinion is chosen by that leaves none out. */
const all = 0;

/** 我的稽查: an inspector's own checks, the newest first. */
export const InspectionsPage = () => {
  const [opinion, setOpinion] = useState<number>(all);
  return (
    <Screen title="我的稽查">
      <div className="f-tools">
        <Choice
          label="稽查意见"
          options={[
            { value: all, words: '全部' },
            ...Opinion.options.map(({ value, label }) => ({ value, words: label })),
          ]}
          chosen={opinion}
          choose={setOpinion}
        />
      </div>
      <PagedRows<FieldInspection>
        key={opinion}
        load={(page) => call(fieldInspectionApi.list, { page, opinion: opinion || undefined })}
        empty={<Nothing icon="list" words={opinion ? '没有符合条件的记录' : '还没有稽查过'} />}
      >
        {(inspection) => <InspectionRow key={inspection.id} inspection={inspection} />}
      </PagedRows>
    </Screen>
  );
};
