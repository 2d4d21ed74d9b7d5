import { Holder, Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { BizType, DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import type { DeliverLine, DeliverPrint, DeliverParty } from '@zhuiyuan/contract/movement/document/deliver';
import type { ReactNode } from 'react';
import { countText } from '../../../parts/format/numbers.ts';
import { timeText } from '../../../parts/format/times.ts';
import { CodeRun, lastOf, LevelCount } from '../code-run.tsx';

export interface DrawnQr {
  size: number;
  path: string;
}

/** Rows that stay with the sums, so that these never stand on a page alone. */
const lastTogether = 3;

const titleOf = (biz: number): string => `${BizType.label(biz)}单`;
const orDash = (count: number): string => (count === 0 ? '-' : countText(count));

const PartyBox = ({ title, name, lines }: { title: string; name: string; lines: readonly string[] }) => (
  <div>
    <small>{title}</small>
    <b>{name || '-'}</b>
    {lines.filter(Boolean).map((line) => (
      <p key={line}>{line}</p>
    ))}
  </div>
);

const linesOf = ({ kind, no, contact, phone, address }: DeliverParty, warehouse = ''): string[] => [
  warehouse,
  no && `${Holder.label(kind)}编号 ${no}`,
  [contact, phone].filter(Boolean).join(' '),
  address,
];

const Row = ({ line, nth }: { line: DeliverLine; nth: number }) => (
  <tr>
    <td className="zy-print-mid">{nth}</td>
    <td>
      <CodeRun code={line.code} lastCode={lastOf(line)} isPlain />
    </td>
    <td>
      {line.storeName || '-'}
      {line.isMixed && '（混装）'}
    </td>
    <td>{line.lotNo || '-'}</td>
    <td>
      <LevelCount
        level={line.level}
        count={line.codeCnt}
        serials={line.codeCnt > 1 ? { from: line.serialFrom, to: line.serialTo } : undefined}
        innerBoxes={line.innerBoxQty}
      />
    </td>
    <td className="zy-print-end">{countText(line.itemQty)}</td>
    <td />
    <td />
  </tr>
);

const Lines = ({ doc, children }: { doc: DeliverPrint; children: ReactNode }) => {
  const isCancelled = doc.status === DeliverStatus.cancelled;
  const lines = doc.lines.filter(({ status }) => status !== DeliverStatus.cancelled || isCancelled);
  const cut = Math.max(0, lines.length - lastTogether);
  const { sums } = doc;
  const levels = [
    sums.caseQty > 0 && `${Level.label(Level.case)} ${countText(sums.caseQty)} 箱`,
    sums.boxQty > 0 && `${Level.label(Level.box)} ${countText(sums.boxQty)} 箱`,
    sums.looseQty > 0 && `单品 ${countText(sums.looseQty)} 件`,
  ];
  return (
    <table className="zy-print-lines">
      <thead>
        <tr>
          <th>行</th>
          <th>编码或号段</th>
          <th>产品</th>
          <th>批号</th>
          <th>层级与数量</th>
          <th className="zy-print-end">件数</th>
          <th className="zy-print-mid">实收</th>
          <th className="zy-print-mid">备注</th>
        </tr>
      </thead>
      <tbody>
        {lines.slice(0, cut).map((line, at) => (
          <Row key={line.id} line={line} nth={at + 1} />
        ))}
      </tbody>
      <tbody className="zy-print-last">
        {lines.slice(cut).map((line, at) => (
          <Row key={line.id} line={line} nth={cut + at + 1} />
        ))}
        {isCancelled ? (
          <tr className="zy-print-sum">
            <td colSpan={8}>已撤销，以上 {countText(lines.length)} 行没有交货</td>
          </tr>
        ) : (
          <tr className="zy-print-sum">
            <td colSpan={2}>合计 {countText(sums.lineCnt)} 行</td>
            <td colSpan={3}>{levels.filter(Boolean).join('　')}</td>
            <td className="zy-print-end">{countText(sums.itemQty)}</td>
            <td />
            <td />
          </tr>
        )}
        {/* In the same group of rows, so that it is never on a page alone. */}
        <tr>
          <td colSpan={8} className="zy-print-close">
            {children}
          </td>
        </tr>
      </tbody>
    </table>
  );
};

const Products = ({ doc: { products, sums } }: { doc: DeliverPrint }) => (
  <>
    <h2>按产品汇总</h2>
    <table>
      <thead>
        <tr>
          <th>产品</th>
          <th>批号</th>
          <th className="zy-print-end">大箱</th>
          <th className="zy-print-end">小箱</th>
          <th className="zy-print-end">单品</th>
          <th className="zy-print-end">件数</th>
        </tr>
      </thead>
      <tbody>
        {products.map((product) => (
          <tr key={`${product.storeName} ${product.lotNo}`}>
            <td>{product.storeName}</td>
            <td>{product.lotNo || '-'}</td>
            <td className="zy-print-end">{orDash(product.caseQty)}</td>
            <td className="zy-print-end">{orDash(product.boxQty)}</td>
            <td className="zy-print-end">{orDash(product.looseQty)}</td>
            <td className="zy-print-end">{countText(product.itemQty)}</td>
          </tr>
        ))}
        <tr className="zy-print-sum">
          <td colSpan={2}>合计 {countText(new Set(products.map(({ storeName }) => storeName)).size)} 种</td>
          <td className="zy-print-end">{orDash(sums.caseQty)}</td>
          <td className="zy-print-end">{orDash(sums.boxQty)}</td>
          <td className="zy-print-end">{orDash(sums.looseQty)}</td>
          <td className="zy-print-end">{countText(sums.itemQty)}</td>
        </tr>
      </tbody>
    </table>
  </>
);

const Blank = ({ label }: { label: string }) => (
  <span>
    <i />
    {label} <u /> 件
  </span>
);

const Signature = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div>
    <b>{title}</b>
    {children ?? (
      <>
        <p>签字：</p>
        <p>日期：　　年　　月　　日</p>
      </>
    )}
  </div>
);

const dayInWords = (time: string): string => {
  const [year, month, day] = time.slice(0, 10).split('-').map(Number);
  return `${year} 年 ${month} 月 ${day} 日`;
};

/** The document on paper: black hairlines, nothing that needs a printed background. */
export const PrintPaper = ({ doc, qr }: { doc: DeliverPrint; qr: DrawnQr }) => {
  const facts = [
    ['类型', BizType.label(doc.bizType)],
    ['要货订单', doc.orderNo],
    ['外部单号', doc.extNo],
    ['退货原因', doc.reason],
    ['备注', doc.remark],
    [`${BizType.label(doc.bizType)}时间`, timeText(doc.shipAt)],
  ];
  return (
    <article className="zy-print-page">
      <header>
        <div className="zy-print-firm">
          {doc.firm.logo && <img src={doc.firm.logo} alt="" />}
          <span>
            <b>{doc.firm.name}</b>
            {doc.firm.phone && <small>电话 {doc.firm.phone}</small>}
          </span>
        </div>
        <div className="zy-print-title">
          <h1>{titleOf(doc.bizType)}</h1>
          <p>{doc.deliverNo}</p>
          {doc.status === DeliverStatus.cancelled && <strong>已撤销</strong>}
        </div>
        <div className="zy-print-qr">
          <small>
            扫码查看单据
            <br />
            与签收
          </small>
          <svg
            width="78"
            height="78"
            viewBox={`0 0 ${qr.size} ${qr.size}`}
            shapeRendering="crispEdges"
            role="img"
            aria-label="二维码"
          >
            <path d={qr.path} />
          </svg>
        </div>
      </header>
      <p className="zy-print-facts">
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <span key={label}>
              {label} {value}
            </span>
          ))}
      </p>
      <div className="zy-print-parties">
        <PartyBox title="发货方" name={doc.from.name} lines={linesOf(doc.from, doc.warehouse)} />
        <PartyBox title="收货方" name={doc.to.name} lines={linesOf(doc.to)} />
        <PartyBox
          title="物流"
          name={doc.logisticsName || '-'}
          lines={[
            doc.logisticsNo && `单号 ${doc.logisticsNo}`,
            doc.plateNo && `车牌 ${doc.plateNo}`,
            doc.driver && `司机 ${doc.driver}`,
          ].map((line) => line || '')}
        />
      </div>
      <Lines doc={doc}>
        {doc.status !== DeliverStatus.cancelled && <Products doc={doc} />}
        <div className="zy-print-check">
          <p>
            收货核对：
            <span>
              <i />
              数量相符
            </span>
            <Blank label="短少" />
            <Blank label="破损" />
            <Blank label="多货" />
          </p>
          <p>
            差异说明：
            <u />
          </p>
        </div>
        <div className="zy-print-signs">
          <Signature title="制单">
            <p>{doc.operatorName}</p>
            <p>{dayInWords(doc.createTime)}</p>
          </Signature>
          <Signature title="仓库发货" />
          <Signature title="司机" />
          <Signature title="收货方签收（盖章）" />
        </div>
      </Lines>
    </article>
  );
};
