import { Judgement, type DiversionRow } from '@zhuiyuan/contract/diversion/diversion';
import { GeoSource, Level, Life } from '@zhuiyuan/contract/codes/state/code-enums';
import { BizType } from '@zhuiyuan/contract/movement/move-enums';
import { CodeText } from '../../parts/format/code.tsx';
import { CodeLink, DeliverLink } from '../../parts/format/object-links.tsx';
import { SideDrawer } from '../../parts/frame/side-drawer.tsx';
import { EnumTag } from '../../parts/format/tag.tsx';
import { timeText } from '../../parts/format/times.ts';
import { Facts } from '../../parts/format/facts.tsx';

/** 流向: how the goods of one code went from the firm to its agent, and the boxes it lies in. */
export const Whereabouts = ({ row, close }: { row: DiversionRow | undefined; close: () => void }) => (
  <SideDrawer
    isOpen={row !== undefined}
    close={close}
    title="流向"
    name={row && <CodeText code={row.code} />}
    mark={row && <EnumTag of={Judgement} value={row.judge} />}
    width={480}
  >
    {row && (
      <Facts
        items={[
          { label: '编码', value: <CodeLink code={row.code} /> },
          { label: '产品', value: row.storeName },
          { label: '批号', value: row.lotNo },
          { label: '生产日期', value: row.produceDate },
          { label: '码状态', value: Life.label(row.life) },
          ...row.boxChain.map((box) => ({
            label: `所在${Level.label(box.level)}`,
            value: <CodeLink code={box.code} />,
          })),
          ...(row.flow.length === 0
            ? [{ label: '发货记录', value: '没有发货记录' }]
            : row.flow.map((step) => ({
                label: timeText(step.at),
                isWide: true,
                value: (
                  <>
                    {step.from} {BizType.label(step.bizType)}至 {step.to}
                    {step.signAt ? `，${timeText(step.signAt)} 签收` : '，未签收'}，单据{' '}
                    <DeliverLink id={step.deliverId}>{step.docNo}</DeliverLink>
                  </>
                ),
              }))),
          { label: '归属经销商', value: row.agentName },
          ...(row.shopName ? [{ label: '所在门店', value: row.shopName }] : []),
          { label: '授权区域', value: row.regions.join('、') },
          {
            label: '最近扫码地',
            value: row.lastScan && `${row.lastScan.regionName}，${GeoSource.label(row.lastScan.geoSource)}`,
          },
          { label: '最近扫码', value: row.lastScan && timeText(row.lastScan.at) },
          { label: '距经销商', value: row.distanceKm === null ? '' : `${row.distanceKm} 公里` },
        ]}
      />
    )}
  </SideDrawer>
);
