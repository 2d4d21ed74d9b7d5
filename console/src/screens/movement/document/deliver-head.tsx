import { BizType, DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import type { Deliver } from '@zhuiyuan/contract/movement/document/deliver';
import { Button, Dropdown } from 'antd';
import Ban from 'icon:ban';
import ChevronDown from 'icon:chevron-down';
import Copy from 'icon:copy';
import PackageCheck from 'icon:package-check';
import Printer from 'icon:printer';
import Undo2 from 'icon:undo-2';
import { copyText } from '../../../parts/format/copy-text.ts';
import { Qr } from '../../../parts/format/qr.tsx';
import { EnumTag, Tag } from '../../../parts/format/tag.tsx';
import { timeText } from '../../../parts/format/times.ts';
import { useMedia } from '../../../parts/frame/use-media.ts';
import { runAct, type Act } from '../../../parts/list/acts.tsx';
import { OrderLink } from '../order-link.tsx';
import type { DeliverActs } from './use-deliver-acts.tsx';

const icon = { size: 14, strokeWidth: 1.6, 'aria-hidden': true } as const;

const menuOf = (acts: Act[], run: (act: Act) => void) => ({
  items: acts.map(({ label, destructive }) => ({ key: label, label, danger: destructive })),
  onClick: ({ key }: { key: string }) => {
    const act = acts.find(({ label }) => label === key);
    if (act) run(act);
  },
});

/** What can be done with the document: all of it in sight in a wide window, else 签收 and 打印, the rest under 更多. */
export const DeliverButtons = ({ acts, isFoot = false }: { acts: DeliverActs; isFoot?: boolean }) => {
  const run = (act: Act) => void runAct(act);
  const isWide = useMedia('(min-width: 1200px)');
  const { print, takeBack, cancel, signAll, signCodes, append, logistics } = acts;
  const signs = [signAll, signCodes].filter((act) => act !== undefined);
  // In a wide window 追加 stands above the lines, and 编辑 beside how the goods travel.
  const rest = (isWide ? [] : [takeBack, append, logistics, cancel]).filter((act) => act !== undefined);
  return (
    <div className={isFoot ? 'zy-deliver-foot' : 'zy-deliver-acts'}>
      {print && (
        <Button icon={<Printer {...icon} />} onClick={() => run(print)}>
          打印
        </Button>
      )}
      {isWide && takeBack && (
        <Button icon={<Undo2 {...icon} />} onClick={() => run(takeBack)}>
          退货
        </Button>
      )}
      {isWide && cancel && (
        <Button danger icon={<Ban {...icon} />} onClick={() => run(cancel)}>
          撤销整单
        </Button>
      )}
      {rest.length > 0 && (
        <Dropdown menu={menuOf(rest, run)} trigger={['click']} placement="bottomRight">
          <Button>
            更多
            <ChevronDown size={12} strokeWidth={2} aria-hidden="true" />
          </Button>
        </Dropdown>
      )}
      {signs.length > 0 && (
        <Dropdown menu={menuOf(signs, run)} trigger={['click']} placement="bottomRight">
          <Button type="primary" icon={<PackageCheck {...icon} />}>
            签收
          </Button>
        </Dropdown>
      )}
    </div>
  );
};

/** What a document is: its number with the code that opens it, where it stands, and what can be done with it. */
export const DeliverHead = ({ doc, acts }: { doc: Deliver; acts: DeliverActs | undefined }) => (
  <header className="zy-deliver-head">
    <span className="zy-deliver-qr">
      <Qr text={doc.url} size={78} label={`发货单 ${doc.deliverNo} 的二维码`} />
    </span>
    <div className="zy-deliver-what">
      <div className="zy-deliver-no">
        <strong className="zy-mono">{doc.deliverNo}</strong>
        <button
          type="button"
          className="zy-icon-button"
          aria-label={`复制单号 ${doc.deliverNo}`}
          onClick={() => void copyText(doc.deliverNo)}
        >
          <Copy size={14} strokeWidth={1.6} />
        </button>
        <EnumTag of={DeliverStatus} value={doc.status} />
        {doc.hasDiff && <Tag tone="wait">有差异</Tag>}
      </div>
      <p>
        <span>
          类型 <b>{BizType.label(doc.bizType)}</b>
        </span>
        {doc.orderNo && (
          <span>
            要货订单 <OrderLink id={doc.orderId} orderNo={doc.orderNo} />
          </span>
        )}
        {doc.extNo && (
          <span>
            外部单号 <b>{doc.extNo}</b>
          </span>
        )}
        {doc.channelName && (
          <span>
            渠道 <b>{doc.channelName}</b>
          </span>
        )}
        <span>
          制单 <b>{doc.operatorName || '-'}</b>
        </span>
      </p>
      <p>
        <span>
          建单 <b>{timeText(doc.createTime)}</b>
        </span>
        <span>
          {BizType.label(doc.bizType)} <b>{timeText(doc.shipAt)}</b>
        </span>
        {doc.days !== null && doc.status === DeliverStatus.shipped && (
          <span className={doc.days > 7 ? 'zy-deliver-late' : undefined}>
            已在途 <b>{doc.days} 天</b>
          </span>
        )}
        {doc.reason && (
          <span>
            退货原因 <b>{doc.reason}</b>
          </span>
        )}
        {doc.remark && (
          <span>
            备注 <b>{doc.remark}</b>
          </span>
        )}
      </p>
    </div>
    {acts && <DeliverButtons acts={acts} />}
  </header>
);
