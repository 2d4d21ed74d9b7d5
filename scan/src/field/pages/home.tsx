import { accountApi, type HeldRole } from '@zhuiyuan/contract/account/account';
import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { fieldGoodsApi, type FieldHome } from '@zhuiyuan/contract/fieldwork/field-goods';
import type { ReactNode } from 'react';
import { webAddress } from '../../lib/formats.ts';
import { Mark } from '../../parts/mark.tsx';
import { call } from '../lib/field-call.ts';
import { FieldIcon } from '../lib/field-icons.tsx';
import type { FieldIcon as FieldIconName } from '../lib/field-icons.ts';
import { go } from '../lib/navigate.ts';
import { chooseRole, pickRole } from '../lib/session.ts';
import { count } from '../../lib/words.ts';
import { Card, CardHead, Link, Row } from '../parts/cards.tsx';
import { LoadedScreen } from '../parts/loaded-screen.tsx';
import { PendingRow } from '../parts/pending-row.tsx';
import { Screen } from '../parts/screen.tsx';
import { Saying, SignIn } from './gate.tsx';
import { Identity } from './identity.tsx';

const Place = ({
  path,
  icon,
  title,
  text,
  number,
  unit,
}: {
  path: string;
  icon: FieldIconName;
  title: string;
  text: ReactNode;
  /** How many of what lies there; none where that is not counted. */
  number?: number;
  unit?: string;
}) => (
  <Row
    path={path}
    lead={
      <span className="f-place">
        <FieldIcon name={icon} size={22} />
      </span>
    }
    title={title}
    text={text}
    end={
      number !== undefined && (
        <span className="f-number">
          <b>{count(number)}</b> {unit}
        </span>
      )
    }
  />
);

const Places = ({ home }: { home: FieldHome }) => {
  const { stock, need, shops, shipped, received, inspections, role } = home;
  const isShop = role.kind === RoleKind.shop;
  return (
    <Card>
      <div className="f-rows">
        {stock && (
          <Place
            path="/r/stock"
            icon="box"
            title="库存"
            text={
              stock.shortKinds ? <span className="f-warn">{`◆ ${stock.shortKinds} 种不够卖 7 天`}</span> : '在手库存'
            }
            number={stock.items}
            unit="件"
          />
        )}
        {need && (
          <Place
            path="/r/need"
            icon="list"
            title="补货"
            text={need.docs ? `${need.waiting} 单审核中，${need.toShip} 单待发货` : '申请补货'}
            number={need.docs}
            unit="单"
          />
        )}
        {shops && (
          <Place
            path="/r/shops"
            icon="shop"
            title="门店"
            text={
              role.kind === RoleKind.salesman ? `${shops.waiting} 家待审核` : `本周已供货 ${shops.suppliedThisWeek} 家`
            }
            number={shops.count}
            unit="家"
          />
        )}
        {shipped && (
          <Place
            path="/r/history"
            icon="truck"
            title="发货记录"
            text={`今天 ${shipped.todayDocs} 单，${count(shipped.todayItems)} 件`}
            number={shipped.docs}
            unit="单"
          />
        )}
        {(isShop || role.kind === RoleKind.agent) && (
          <Place
            path="/r/rewards"
            icon="gift"
            title={isShop ? '奖励与打款' : '我的打款'}
            text={isShop ? '奖励、提现和打款进度' : '结算打款的进度和收款'}
          />
        )}
        {isShop && <Place path="/r/apply" icon="shop" title="门店资料" text="入驻审核的进度，被驳回后修改再提交" />}
        {received !== null && (
          <Place
            path="/r/received"
            icon="received"
            title="收货记录"
            text="发来的货和签收情况"
            number={received}
            unit="单"
          />
        )}
        {inspections && (
          <Place
            path="/r/inspections"
            icon="list"
            title="我的稽查"
            text={`今天 ${inspections.today} 次，窜货 ${inspections.diverted} 次`}
            number={inspections.total}
            unit="次"
          />
        )}
      </div>
    </Card>
  );
};

type Act = [path: string, icon: FieldIconName, words: string];

/** What each kind of role does, the first of it most. */
const acts: Record<HeldRole['kind'], Act[]> = {
  [RoleKind.agent]: [
    ['/r/ship', 'scan', '扫码发货'],
    ['/r/receive', 'received', '扫码签收'],
  ],
  [RoleKind.shop]: [
    ['/r/redeem', 'gift', '核销奖品'],
    ['/r/receive', 'received', '扫码签收'],
    ['/r/unpack', 'box', '开箱抽奖'],
  ],
  [RoleKind.salesman]: [['/r/shops/new', 'plus', '新增门店']],
  [RoleKind.inspector]: [['/r/inspect', 'scan', '扫码稽查']],
};

const Acts = ({ role }: { role: HeldRole }) =>
  role.state === 'stopped' ? (
    <p className="f-stopped" role="status">
      <FieldIcon name="clock" size={18} />
      该身份已停用，只能查看和整单签收，请联系企业。
    </p>
  ) : (
    <div className="f-blocks">
      {acts[role.kind].map(([path, icon, words], at) => (
        <Link key={path} path={path} className={at === 0 ? 'f-block f-main' : 'f-block'}>
          <FieldIcon name={icon} size={24} />
          {words}
        </Link>
      ))}
    </div>
  );

const Waiting = ({ pending }: { pending: NonNullable<FieldHome['pending']> }) =>
  pending.docs === 0 ? (
    <p className="card f-none">没有待签收的货物</p>
  ) : (
    <Card>
      <CardHead
        title="待签收"
        note={`${pending.docs} 单，${count(pending.items)} 件`}
        right={
          <Link path="/r/pending" className="f-more-link">
            全部
          </Link>
        }
      />
      <div className="f-rows">
        {pending.rows.map((document) => (
          <PendingRow key={document.id} document={document} />
        ))}
      </div>
    </Card>
  );

const HomeBar = ({ role: { firmName, firmLogo, servicePhone } }: { role: HeldRole }) => {
  const logo = webAddress(firmLogo);
  const phone = servicePhone.replace(/[^\d+,;*#-]/g, '');
  return (
    <header className="f-home-bar">
      {logo ? (
        <img src={logo} alt="" width={24} height={24} />
      ) : (
        <span className="f-mark">
          <Mark />
        </span>
      )}
      <h1 tabIndex={-1}>{firmName}</h1>
      {phone && (
        <a href={`tel:${phone}`} className="f-service">
          <FieldIcon name="help" size={18} />
          联系企业
        </a>
      )}
    </header>
  );
};

const load = async () => {
  const roles = await call(accountApi.list, {});
  const role = pickRole(roles);
  if (role) chooseRole(role.role);
  const isOpen = role && role.state !== 'closed';
  return { roles, role, home: isOpen ? await call(fieldGoodsApi.home, {}) : undefined };
};

/** The first page of the phone: who one is, what one can do, what waits, and where things are. */
export const HomePage = () => (
  <LoadedScreen title="追源" bar={null} cards={3} load={load}>
    {({ roles, role, home }, reload) => {
      if (!role) return <SignIn />;
      if (!home)
        return <Saying title="企业已停用" icon="cross" words={`${role.firmName} 的账号已停用，暂时不能操作。`} />;
      return (
        <Screen title={role.name} bar={<HomeBar role={role} />}>
          <Identity role={home.role} roles={roles} changed={reload} />
          <Acts role={home.role} />
          {home.pending && <Waiting pending={home.pending} />}
          <Places home={home} />
        </Screen>
      );
    }}
  </LoadedScreen>
);

/** A role has ended: says so, and what others there are. */
export const RoleEnded = ({ words }: { words: string }) => (
  <Saying title={words} icon="cross" words="如需继续使用，请联系企业重新绑定。">
    <button type="button" className="button solid" onClick={() => go('/r', { replaces: true })}>
      使用其他身份
    </button>
  </Saying>
);
