import { Descriptions } from 'antd';
import { session } from '../../lib/session.ts';

/** Who is signed in, for whom, and since when: what every account may see. */
export const Dashboard = () => {
  const admin = session.use((current) => current?.admin);
  if (!admin) return null;
  const items = [
    { key: 'account', label: '账号', children: admin.account },
    { key: 'firm', label: '所属企业', children: admin.firmName || '平台' },
    { key: 'roles', label: '角色', children: admin.roleNames || '-' },
    { key: 'count', label: '登录次数', children: admin.loginCount.toLocaleString('zh-CN') },
    { key: 'time', label: '上次登录', children: admin.lastTime ?? '-' },
    { key: 'ip', label: '上次登录 IP', children: admin.lastIp || '-' },
  ];
  return (
    <section className="sheet" style={{ padding: 20 }}>
      <Descriptions title={`${admin.realName}，您好`} column={{ xs: 1, md: 2, xl: 3 }} items={items} />
    </section>
  );
};
