import { moneyText } from '@zhuiyuan/contract/kit/decimal';
import { DedKind } from '@zhuiyuan/contract/parties/deductible/deductible';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import { shopRedeemApi, type ShopDuctRow, type ShopVerRow } from '@zhuiyuan/contract/redeem/shop-redeem';
import { call } from '../../lib/field-call.ts';
import { useLoaded } from '../../../parts/use-loaded.ts';
import { count, shortMoment } from '../../../lib/words.ts';
import { Card, CardHead, Nothing, StateTag, Thumb } from '../../parts/cards.tsx';
import { Fact } from '../../../parts/facts.tsx';
import { PagedRows } from '../../parts/paged.tsx';
import { Screen } from '../../parts/screen.tsx';
import { openSheet } from '../../parts/sheet.tsx';

const RedeemedDetail = ({ ver, close }: { ver: ShopVerRow; close: () => void }) => (
  <>
    <div className="f-prize">
      <Thumb address={ver.image} side={64} />
      <div className="f-body">
        <b>{ver.prizeName}</b>
        <span className="f-text">{`${ver.tierName} · ${ver.activityName}`}</span>
      </div>
    </div>
    <dl className="f-facts">
      <Fact label="核销单号">
        <span className="code">{ver.verNo}</span>
      </Fact>
      <Fact label="核销时间">{ver.verAt}</Fact>
      <Fact label="顾客">{ver.consumer}</Fact>
      <Fact label="抵扣金额">{`${moneyText(ver.deductAmount)} 元`}</Fact>
      <Fact label="状态">
        <StateTag of={VerStatus} value={ver.status} />
      </Fact>
      {ver.reversedAt && <Fact label="冲正时间">{ver.reversedAt}</Fact>}
    </dl>
    <button type="button" className="button" onClick={close}>
      关闭
    </button>
  </>
);

/** A prize that was handed out, which opens to its facts. */
export const RedeemedRow = ({ ver, isToday = false }: { ver: ShopVerRow; isToday?: boolean }) => {
  const isReversed = ver.status === VerStatus.reversed;
  const amount = `${moneyText(ver.deductAmount)} 元`;
  const open = (): void => void openSheet('核销详情', (close) => <RedeemedDetail ver={ver} close={close} />);
  return (
    <button type="button" className="f-row f-ver" onClick={open}>
      <time>{isToday ? ver.verAt.slice(11, 16) : shortMoment(ver.verAt)}</time>
      <span className="f-body">
        <b>{ver.prizeName}</b>
        <span className="f-text">{ver.consumer}</span>
      </span>
      <span className="f-end f-money">
        {isReversed ? <s>{amount}</s> : amount}
        {isReversed && <StateTag of={VerStatus} value={ver.status} />}
      </span>
    </button>
  );
};

/** 核销记录: everything the shop ever handed out. */
export const RedeemedPage = () => (
  <Screen title="核销记录">
    <PagedRows<ShopVerRow>
      load={(page) => call(shopRedeemApi.list, { page })}
      empty={<Nothing icon="gift" words="还没有核销过奖品" />}
    >
      {(ver) => <RedeemedRow key={ver.id} ver={ver} />}
    </PagedRows>
  </Screen>
);

/** As the shop sees it. */
const ductWords: Record<ShopDuctRow['kind'], string> = {
  [DedKind.verify]: '核销奖品',
  [DedKind.offset]: '抵扣货款',
  [DedKind.clear]: '已结算',
  [DedKind.reverse]: '核销冲正',
  [DedKind.remit]: '打款结清',
};

const DuctRow = ({ duct }: { duct: ShopDuctRow }) => (
  <div className="f-row f-ver">
    <time>{shortMoment(duct.at)}</time>
    <span className="f-body">
      <b>{duct.prizeName || ductWords[duct.kind]}</b>
      <span className="f-text">
        {[duct.prizeName && ductWords[duct.kind], duct.payerName].filter(Boolean).join(' · ')}
      </span>
    </span>
    <span className="f-end f-money">
      <b>{`${duct.amount > 0 ? '+' : ''}${moneyText(duct.amount)}`}</b>
      <span className="f-text">{`余额 ${moneyText(duct.balanceAfter)}`}</span>
    </span>
  </div>
);

/** What the shop is owed now; nothing where that cannot be told. */
const Balance = () => {
  const { data, failed } = useLoaded(() => call(shopRedeemApi.list, { page: 1, today: true }));
  if (failed !== undefined) return null;
  return (
    <Card>
      <CardHead title="抵扣余额" right={data && `待结算 ${count(data.sum.openCount)} 件`} />
      {data && (
        <p className="f-balance">
          <b>{moneyText(data.sum.balance)}</b> 元
        </p>
      )}
    </Card>
  );
};

/** 抵扣记录: what the shop is owed, and each change of it. */
export const DuctsPage = () => (
  <Screen title="抵扣记录">
    <Balance />
    <PagedRows<ShopDuctRow>
      load={(page) => call(shopRedeemApi.ducts, { page })}
      empty={<Nothing icon="list" words="还没有抵扣记录" />}
    >
      {(duct) => <DuctRow key={duct.id} duct={duct} />}
    </PagedRows>
  </Screen>
);
