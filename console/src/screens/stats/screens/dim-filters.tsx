import { gameApi } from '@zhuiyuan/contract/campaign/activity/game';
import { gameModes } from '@zhuiyuan/contract/campaign/play-kinds';
import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import type { May } from '@zhuiyuan/contract/kit/endpoint';
import { agentApi } from '@zhuiyuan/contract/parties/agent/agent';
import { channelApi } from '@zhuiyuan/contract/parties/channel/channel';
import { salesmanApi } from '@zhuiyuan/contract/parties/salesman/salesman';
import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { StatAxis } from '@zhuiyuan/contract/stats/screens/stat-axis';
import type { StatScreen } from '@zhuiyuan/contract/stats/screens/stat-screen';
import { productApi } from '@zhuiyuan/contract/trace/product/product';
import { useMay } from '../../../lib/session.ts';
import { ChoiceSelect } from '../../../parts/form/choice-select.tsx';
import type { From } from '../../../parts/form/choices.ts';
import { useIsPlatform, useOptions, useOptionsOf } from '../../../parts/pickers/firm-field.tsx';
import { useProvinces } from '../../../parts/pickers/region-input.tsx';
import type { StatQuery } from './use-stat-input.ts';

/** Lookup lists that rows of a dimension are chosen from, with who may read them. */
const sources = {
  product: productApi.listAll.may,
  activity: activityApi.listAll.may,
  agent: agentApi.listAll.may,
  shop: shopApi.listAll.may,
  channel: channelApi.listAll.may,
  salesman: salesmanApi.listAll.may,
} satisfies Partial<Record<StatAxis, May>>;
type Source = keyof typeof sources;

interface Chosen {
  axis: StatAxis;
  value: number | undefined;
  change: (id: number | undefined) => void;
}

const Choice = ({ axis, value, change, from }: Chosen & { from: From }) => (
  <ChoiceSelect
    from={from}
    value={value}
    onChange={(next) => change(next as number | undefined)}
    placeholder={`全部${StatAxis.label(axis)}`}
    aria-label={StatAxis.label(axis)}
    className="zy-stats-choice"
    allowClear
  />
);

const RowChoice = ({ firmId, ...chosen }: Chosen & { axis: Source; firmId: number | undefined }) => (
  <Choice {...chosen} from={useOptionsOf(chosen.axis, firmId)} />
);

const GameChoice = ({ firmId, ...chosen }: Chosen & { firmId: number | undefined }) => (
  <Choice {...chosen} from={useOptionsOf('game', firmId)} />
);

const ProvinceChoice = (chosen: Chosen) => <Choice {...chosen} from={useProvinces()} />;

const isSource = (axis: StatAxis): axis is Source => axis in sources;

/** Whose figures: the firm, for staff of the platform, and one row of one dimension; another one takes its place. */
export const DimFilters = ({
  screen,
  input,
  put,
}: {
  screen: StatScreen;
  input: StatQuery;
  put: (change: Record<string, string | number | undefined>) => void;
}) => {
  const may = useMay();
  const isPlatform = useIsPlatform();
  const firms = useOptions('firm');
  const firmId = input.firmId === undefined ? undefined : Number(input.firmId);
  const choose = (axis: StatAxis) => (id: number | undefined) =>
    put({ dim: id === undefined ? undefined : axis, dimId: id, sort: undefined, order: undefined });
  return (
    <>
      {isPlatform && (
        <ChoiceSelect
          from={firms}
          value={firmId}
          onChange={(next) => put({ firmId: next as number | undefined, dim: undefined, dimId: undefined })}
          placeholder="全部企业"
          aria-label="所属企业"
          className="zy-stats-choice"
          allowClear
        />
      )}
      {screen.filters.map(({ dim: axis }) => {
        const chosen = {
          axis,
          value: input.dim === axis && input.dimId !== undefined ? Number(input.dimId) : undefined,
          change: choose(axis),
        };
        if (axis === 'mode') return <Choice key={axis} {...chosen} from={gameModes} />;
        if (axis === 'activity' && screen.isOfGames)
          return may(gameApi.listAll.may) && <GameChoice key={axis} {...chosen} firmId={firmId} />;
        if (axis === 'province') return <ProvinceChoice key={axis} {...chosen} />;
        return isSource(axis) && may(sources[axis]) ? (
          <RowChoice key={axis} {...chosen} axis={axis} firmId={firmId} />
        ) : null;
      })}
    </>
  );
};
