import type { May } from '@zhuiyuan/contract/kit/endpoint';
import { Button, Dropdown } from 'antd';
import ChevronDown from 'icon:chevron-down';
import Ellipsis from 'icon:ellipsis';
import EllipsisVertical from 'icon:ellipsis-vertical';
import { useMay } from '../../lib/session.ts';
import { confirm, toast, type Confirmation } from '../../lib/toast.ts';
import { confirmDelete } from '../feedback/confirm-delete.ts';

/** Something one can do with a row. */
export interface Act {
  label: string;
  run: () => void | Promise<unknown>;
  /** Left out without this permission. */
  may?: May;
  /** Red, last under 更多, behind a confirm. */
  destructive?: boolean;
  /** What will happen and to how many; asked before the act. Destructive acts without one ask the usual delete question. */
  confirm?: string;
  /** It opens a form that asks by itself. */
  asksItself?: boolean;
  /** Why it cannot be done now; shown on hover and in menus, and said to whoever presses it by key or finger. */
  blocked?: string;
}

/** The acts a person may use, destructive ones last. */
export const usableActs = (acts: Act[], may: (of: May) => boolean): Act[] => {
  const allowed = acts.filter((act) => !act.may || may(act.may));
  return [...allowed.filter((act) => !act.destructive), ...allowed.filter((act) => act.destructive)];
};

/** Text links stand up to this many; with more, the third and later ones go under 更多. Destructive ones always do beside others. */
const split = (acts: Act[]): [Act[], Act[]] => {
  const plain = acts.filter((act) => !act.destructive);
  const links = acts.length <= 2 ? acts : plain.slice(0, 2);
  return [links, acts.filter((act) => !links.includes(act))];
};

const padding = 24;
const gap = 12;
/** 更多 with its mark. */
const moreWidth = 40;
const letter = 13;

const linksWidth = (acts: Act[]): number => {
  const [links, rest] = split(acts);
  const widths = [...links.map((act) => act.label.length * letter), ...(rest.length > 0 ? [moreWidth] : [])];
  return widths.reduce((sum, width) => sum + width, padding + gap * Math.max(0, widths.length - 1));
};

/** Width of the action column for the fullest row: 64, 104 or 140 for one, two or three links, more for longer words. */
export const actsWidth = (rows: Act[][]): number => {
  const most = Math.max(0, ...rows.map((acts) => acts.length));
  return Math.max(most > 2 ? 140 : most === 2 ? 104 : 64, ...rows.map(linksWidth));
};

/** The two buttons under the question of an act. Where the act is itself 取消, they must not both say so. */
export const answersTo = (label: string): Pick<Confirmation, 'verb' | 'cancel' | 'saysCancelled'> => {
  if (label === '取消') return { verb: '确定取消', cancel: '暂不取消', saysCancelled: false };
  return { verb: label === '删除' ? undefined : label };
};

/** Asks what has to be asked, does it, and says why it could not be done. */
export const runAct = async (act: Act): Promise<void> => {
  if (act.blocked) return toast.warning(act.blocked);
  if (act.destructive && !act.confirm && !act.asksItself) {
    if (!(await confirmDelete())) return;
  } else if (act.confirm) {
    if (!(await confirm({ text: act.confirm, ...answersTo(act.label), isDanger: act.destructive }))) return;
  }
  try {
    await act.run();
  } catch (error) {
    toast.failure(error);
  }
};

const menuOf = (acts: Act[]) => ({
  items: acts.map((act, at) => ({
    key: String(at),
    label: act.blocked ? (
      <span className="zy-act-blocked">
        {act.label}
        <small>{act.blocked}</small>
      </span>
    ) : (
      act.label
    ),
    danger: act.destructive,
    disabled: Boolean(act.blocked),
  })),
  onClick: ({ key }: { key: string }) => {
    const act = acts[Number(key)];
    if (act) void runAct(act);
  },
});

/** The links of a table row. */
export const ActLinks = ({ acts }: { acts: Act[] }) => {
  const [links, rest] = split(acts);
  return (
    <span className="zy-acts">
      {links.map((act) => (
        <button
          key={act.label}
          type="button"
          className={act.destructive ? 'zy-link zy-link-danger' : 'zy-link'}
          aria-disabled={act.blocked ? true : undefined}
          aria-description={act.blocked}
          title={act.blocked}
          onClick={() => void runAct(act)}
        >
          {act.label}
        </button>
      ))}
      {rest.length > 0 && (
        <Dropdown menu={menuOf(rest)} trigger={['click']} placement="bottomRight">
          <button type="button" className="zy-link zy-link-more">
            更多
            <ChevronDown size={12} strokeWidth={2} aria-hidden="true" />
          </button>
        </Dropdown>
      )}
    </span>
  );
};

/** The 44 px menu of a card on phones. */
export const ActMenu = ({ acts }: { acts: Act[] }) => {
  const may = useMay();
  const usable = usableActs(acts, may);
  if (usable.length === 0) return null;
  return (
    <Dropdown menu={menuOf(usable)} trigger={['click']} placement="bottomRight">
      <button type="button" className="zy-card-menu" aria-label="操作">
        <EllipsisVertical size={18} strokeWidth={1.6} aria-hidden="true" />
      </button>
    </Dropdown>
  );
};

/** The acts of a page that its buttons leave over, behind a button of three dots. */
export const MoreButton = ({ acts }: { acts: Act[] }) => {
  const may = useMay();
  const usable = usableActs(acts, may);
  if (usable.length === 0) return null;
  return (
    <Dropdown menu={menuOf(usable)} trigger={['click']} placement="bottomRight">
      <Button icon={<Ellipsis size={16} strokeWidth={1.6} />} aria-label="更多" title="更多" />
    </Dropdown>
  );
};
