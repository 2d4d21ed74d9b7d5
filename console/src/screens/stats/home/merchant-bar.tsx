import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { homeApi, type Merchant } from '@zhuiyuan/contract/stats/home';
import Building2 from 'icon:building-2';
import { useMay } from '../../../lib/session.ts';
import '../../../parts/format/thread.css';
import { countText, totalText } from '../../../parts/format/numbers.ts';
import { Shortcuts } from './shortcuts.tsx';
import { BlockFailed } from '../../../parts/feedback/block-failed.tsx';
import { useBlock } from '../../../parts/feedback/use-block.ts';

const soonDays = 30;

const countedTo = 10_000;
const shownCount = (count: number): string => totalText({ total: Math.min(count, countedTo), more: count > countedTo });

const factsOf = (merchant: Merchant): string[] => {
  const goods = `产品 ${shownCount(merchant.productNum)} 个，批次 ${shownCount(merchant.lotNum)} 个`;
  if (merchant.firmNum !== null)
    return [`企业 ${shownCount(merchant.firmNum)} 家`, goods, `累计发码 ${countText(merchant.codeUsed)} 个`];
  const contact = [merchant.contact, merchant.phone].filter(Boolean).join(' ');
  const quota =
    merchant.codeQuota === null
      ? '码额度不限'
      : `码额度 ${countText(merchant.codeUsed)} / ${countText(merchant.codeQuota)}`;
  return [contact, goods, quota].filter(Boolean);
};

/** Why the service needs attention, or ''. */
const alarmOf = ({ validEnd, codeQuota, codeUsed }: Merchant): string => {
  const today = shanghaiToday();
  if (validEnd && validEnd < today) return `服务已于 ${validEnd} 到期`;
  if (validEnd && validEnd <= addDays(today, soonDays)) return `服务将于 ${validEnd} 到期`;
  return codeQuota !== null && codeUsed > codeQuota * 0.9 ? `码额度剩余 ${countText(codeQuota - codeUsed)} 个` : '';
};

/** 商户信息: the firm (or the platform), its service and the ways to the main work. */
export const MerchantBar = () => {
  const may = useMay();
  const isAllowed = may(homeApi.merchant.may);
  return (
    <section className="sheet zy-home-merchant" aria-label="商户信息">
      {isAllowed ? <MerchantFacts /> : <h2>欢迎使用</h2>}
      <Shortcuts />
    </section>
  );
};

const MerchantFacts = () => {
  const { data, error, refetch } = useBlock(homeApi.merchant, {});
  if (error && !data) return <BlockFailed error={error} retry={refetch} />;
  if (!data) return <div className="zy-home-merchant-main" aria-busy="true" />;
  const alarm = alarmOf(data);
  return (
    <div className="zy-home-merchant-main">
      {data.logo ? <img src={data.logo} alt="" width={40} height={40} /> : <Building2 size={22} strokeWidth={1.6} />}
      <div>
        <h2 title={data.name}>{data.name}</h2>
        <p className="zy-facts">
          {factsOf(data).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
          {alarm ? (
            <span className="zy-home-alarm">{alarm}</span>
          ) : (
            data.validEnd && <span>有效期至 {data.validEnd}</span>
          )}
        </p>
      </div>
    </div>
  );
};
