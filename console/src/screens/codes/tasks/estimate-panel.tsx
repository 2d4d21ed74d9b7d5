import { groupCode } from '@zhuiyuan/contract/codes/cipher/code-format';
import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import type { QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { Skeleton } from 'antd';
import { saidOf } from '../../../lib/said-of.ts';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import { bytesText, cardText, countText } from '../../../parts/format/numbers.ts';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { spanText } from '../amounts.ts';
import { Facts } from '../../../parts/format/facts.tsx';
import { Qr } from '../../../parts/format/qr.tsx';
import { useRead } from '../../../lib/use-read.ts';
import { useSettled } from '../../../parts/frame/use-settled.ts';
import type { Estimate, EstimatedDraft } from './estimate-input.ts';
import { estimateInput } from './estimate-input.ts';
import { sampleOf } from './format-cards.tsx';

const waitMs = 500;

/** The estimate of what is typed, asked half a second after the last change; the former answer stays until the next comes. */
export const useEstimate = (draft: EstimatedDraft) => {
  const askedInput = useSettled(JSON.stringify(estimateInput(draft)), waitMs);
  return useRead(taskApi.estimate, JSON.parse(askedInput) as QueryOf<(typeof taskApi)['estimate']>, { keeps: true });
};

const Numbers = ({ estimate, hasFirm }: { estimate: Estimate; hasFirm: boolean }) => {
  const { total, files, bytes, seconds, quotaLeft, reviewOver } = estimate;
  return (
    <>
      <p className="zy-estimate-total">
        <b>{cardText(total)}</b> 个码
      </p>
      {total > 0 && (
        <p className="zy-estimate-words">
          预计生成{countText(total)}个码，约{countText(files)}个文件，{bytesText(bytes)}，用时约{spanText(seconds)}
        </p>
      )}
      <Facts
        items={[
          {
            label: '剩余额度',
            value: !hasFirm ? (
              '-'
            ) : quotaLeft === null ? (
              '不限'
            ) : quotaLeft < 0 ? (
              <span className="zy-estimate-short">不足，还差 {countText(-quotaLeft)} 个</span>
            ) : (
              `${countText(quotaLeft)} 个`
            ),
          },
        ]}
      />
      {total > reviewOver && <NoticeBar tone="wait">数量超过{countText(reviewOver)}，需要审核</NoticeBar>}
    </>
  );
};

/** What the draft would make, and what one of its codes would look like. */
export const EstimatePanel = ({
  fmt,
  hasFirm,
  data,
  error,
}: {
  fmt: unknown;
  /** Whose quota it is. */
  hasFirm: boolean;
  data: Estimate | undefined;
  error: Error | null;
}) => {
  const code = sampleOf(fmt);
  const address = `${data?.urlPrefix ?? ''}${code}`;
  return (
    <aside className="zy-estimate">
      <Sheet title="预估">
        {error && !data && <p className="zy-estimate-words">暂时估算不出来：{saidOf(error)}</p>}
        {!data && !error && <Skeleton active={false} title={false} paragraph={{ rows: 4 }} />}
        {data && <Numbers estimate={data} hasFirm={hasFirm} />}
      </Sheet>
      <Sheet title="码样" finding="仅示意格式">
        <div className="zy-estimate-sample">
          <Qr text={address} size={112} label="码样的二维码" />
          <code>{groupCode(code)}</code>
          <small>{address}</small>
        </div>
      </Sheet>
    </aside>
  );
};
