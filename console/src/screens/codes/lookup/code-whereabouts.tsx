import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { diversionApi, Judgement } from '@zhuiyuan/contract/diversion/diversion';
import { scanLogApi } from '@zhuiyuan/contract/scan/log/scan-log';
import { Link } from 'react-router';
import { risksOf } from '../../../lib/object-addresses.ts';
import { useMay } from '../../../lib/session.ts';
import { useRead } from '../../../lib/use-read.ts';
import { Failed } from '../../../parts/feedback/states.tsx';
import { Facts } from '../../../parts/format/facts.tsx';
import { EnumTag } from '../../../parts/format/tag.tsx';
import { shortTimeText } from '../../../parts/format/times.ts';
import { useWarning, WarnForm } from '../../../parts/form/warn-form.tsx';
import { Sheet } from '../../../parts/frame/sheet.tsx';

/** Leads to the warnings of a code, or makes one where there is none. */
const Warning = ({ code }: { code: string }) => {
  const may = useMay();
  const mayLook = may(scanLogApi.risks.may);
  const { data } = useRead(scanLogApi.risks, mayLook ? { code, limit: 1 } : undefined);
  const { warn, form } = useWarning();
  if (data && data.total > 0)
    return (
      <Link className="zy-link" to={risksOf(code)}>
        查看预警
      </Link>
    );
  if (!may(diversionApi.police.may) || (mayLook && !data)) return null;
  return (
    <>
      <button type="button" className="zy-link" onClick={() => warn(code)}>
        转预警
      </button>
      <WarnForm form={form} />
    </>
  );
};

/** 流向与判定: whose goods a code is, where he may sell them, and where it was asked about. */
export const CodeWhereabouts = ({ code }: { code: string }) => {
  const { data, error, refetch } = useRead(diversionApi.code, { code });
  if (error && !data)
    return (
      <Sheet title="流向与判定">
        <Failed title="流向没有加载出来" error={error} retry={() => void refetch()} />
      </Sheet>
    );
  const last = data?.flow.at(-1);
  const scan = data?.lastScan;
  return (
    <Sheet title="流向与判定">
      <Facts
        items={[
          { label: '归属经销商', value: data?.agentName },
          ...(data?.shopName ? [{ label: '所在门店', value: data.shopName }] : []),
          { label: '授权区域', value: data && (data.regions.join('、') || (data.agentName ? '不限' : '')) },
          ...(last
            ? [{ label: '最近发货', value: `${shortTimeText(last.at)}，${last.signAt ? '已签收' : '未签收'}` }]
            : []),
          {
            label: '最近扫码',
            value: scan && (
              <>
                {scan.regionName}{' '}
                <small>
                  {shortTimeText(scan.at)}，{GeoSource.label(scan.geoSource)}
                </small>
              </>
            ),
          },
          ...(data && data.distanceKm !== null ? [{ label: '距经销商', value: `${data.distanceKm} 公里` }] : []),
          {
            label: '判定',
            value: data && (
              <span className="zy-code-verdict">
                <EnumTag of={Judgement} value={data.judge} />
                {data.judge === Judgement.diverted && <Warning code={data.code} />}
              </span>
            ),
          },
        ]}
      />
    </Sheet>
  );
};
