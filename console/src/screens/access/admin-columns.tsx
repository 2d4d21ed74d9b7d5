import { adminApi, type AdminRow } from '@zhuiyuan/contract/access/admin';
import { YesNo } from '@zhuiyuan/contract/kit/enumeration';
import { cell, extra, name, rowId, text, time, type Column } from '../../parts/list/columns.tsx';
import { Cut } from '../../parts/format/cut.tsx';
import { OnOff } from '../../parts/list/on-off.tsx';
import './admins.css';

const Roles = ({ names }: { names: string[] }) => (
  <span className="zy-roles" title={names.join('、')}>
    {names.map((role) => (
      <span key={role}>{role}</span>
    ))}
  </span>
);

/** What the list shows of an administrator. The switches of those who are `fixed` are plain text. */
export const adminColumns = ({
  isPlatform,
  isFixed,
  flip,
  flipSms,
}: {
  isPlatform: boolean;
  isFixed: (row: AdminRow) => boolean;
  flip: (row: AdminRow, isOn: boolean) => Promise<void>;
  flipSms: (row: AdminRow) => Promise<void>;
}): Column<AdminRow>[] => [
  extra(rowId('id', 'ID', { width: 56 })),
  name('realName', '姓名', { least: 96 }),
  text('account', '账号', { width: 104 }),
  text('phone', '手机号', { width: 116 }),
  {
    ...cell<AdminRow>(
      'roleNames',
      '角色',
      (row) => (row.roleNames ? <Roles names={row.roleNames.split(',')} /> : '-'),
      { width: 124 },
    ),
    bare: (row) => row.roleNames.replaceAll(',', '、') || '-',
  },
  ...(isPlatform
    ? [cell<AdminRow>('firmName', '所属企业', (row) => <Cut>{row.firmName || '平台'}</Cut>, { width: 120 })]
    : []),
  time('lastTime', '最后登录时间'),
  extra(text('lastIp', '最后登录IP', { width: 108 })),
  cell(
    'status',
    '状态',
    (row) => {
      if (isFixed(row)) return row.status ? '开启' : '关闭';
      const { may } = adminApi.updateStatus;
      return <OnOff isOn={row.status} change={(isOn) => flip(row, isOn)} label={`状态 ${row.realName}`} may={may} />;
    },
    { width: 68 },
  ),
  extra(
    cell(
      'isSms',
      '是否接收短信',
      (row) => {
        if (row.isDel) return '-';
        const { may } = adminApi.updateSms;
        return <OnOff isOn={row.isSms} change={() => flipSms(row)} label={`是否接收短信 ${row.realName}`} may={may} />;
      },
      { width: 102 },
    ),
  ),
  cell('isDel', '删除标记', (row) => YesNo.label(Number(row.isDel)), { width: 76 }),
];
