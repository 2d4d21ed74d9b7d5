import type { FirstSteps } from '@zhuiyuan/contract/stats/first-steps';
import Check from 'icon:check';
import { SheetHead } from '../../../parts/frame/sheet.tsx';
import { isFirmPassed } from './steps-of.ts';

const Note = ({ isReady, title, text }: { isReady: boolean; title: string; text: string }) => (
  <li className={isReady ? 'zy-phone-ready' : undefined}>
    <b>{title}</b>
    <small>{text}</small>
  </li>
);

/** 完成后，消费者扫码看到: the shopper's page of the firm's own facts; what does not exist yet is dashed and says so. */
export const FirstStepsPhone = ({ facts }: { facts: FirstSteps }) => {
  const { firm, product, lot, activation, template } = facts;
  const isPassed = isFirmPassed(facts);
  return (
    <section className="sheet zy-sheet zy-steps-phone" aria-label="完成后，消费者扫码看到">
      <SheetHead title="完成后，消费者扫码看到" finding={template?.name ?? '默认模板'} />
      <div className="zy-steps-shown">
        <div className="zy-steps-screen" aria-hidden="true">
          <div className={activation ? 'zy-steps-verdict' : 'zy-steps-verdict zy-steps-sample'}>
            <small>{firm.name}</small>
            <span>
              <Check size={22} strokeWidth={2.6} />
            </span>
            <strong>首次查询，正品</strong>
          </div>
          <div className={product ? 'zy-steps-goods' : 'zy-steps-goods zy-steps-sample'}>
            {product?.image ? <img src={product.image} alt="" width={44} height={44} /> : <i />}
            <div>
              <b>{product?.storeName ?? '产品名称'}</b>
              <small>{lot ? `批号 ${lot.lotNo}` : '批号'}</small>
              <small>
                {lot?.expireDate ? `保质期至 ${lot.expireDate}` : lot ? `生产 ${lot.produceDate}` : '生产日期'}
              </small>
            </div>
          </div>
          <div className="zy-steps-goods zy-steps-sample">
            <div>
              <b>溯源档案</b>
              <small>示例内容，加流程后显示</small>
            </div>
          </div>
        </div>
        <ul className="zy-steps-notes">
          <Note isReady={activation !== null} title="验真结果" text={activation ? '已就绪' : '启用后显示'} />
          <Note
            isReady={product !== null && lot !== null}
            title="产品与批次"
            text={product && lot ? '已就绪' : product ? '加批次后显示' : '加产品后显示'}
          />
          <Note isReady={template !== null} title="页面版式" text={template ? '已就绪' : '默认模板'} />
          <Note isReady={isPassed} title="企业" text={isPassed ? '已就绪' : '审核通过后显示'} />
        </ul>
      </div>
    </section>
  );
};
