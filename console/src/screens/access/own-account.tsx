import { useState } from 'react';
import { session } from '../../lib/session.ts';
import { ListTabs } from '../../parts/list/list-tabs.tsx';
import { OwnLogins } from './own-logins.tsx';
import { OwnPassword } from './own-password.tsx';
import { OwnProfile } from './own-profile.tsx';
import '../../parts/frame/sheet.css';
import '../../parts/list/list.css';
import './own-account.css';

const tabs = [
  { value: 'profile', label: '基本资料' },
  { value: 'password', label: '修改密码' },
  { value: 'logins', label: '登录日志' },
] as const;

/** 个人中心. */
export const OwnAccount = () => {
  const admin = session.use((current) => current?.admin);
  const [tab, setTab] = useState<string>('profile');
  if (!admin) return null;
  return (
    <section className="sheet page-fill zy-own" aria-label="个人中心">
      <div className="zy-list-tabs">
        <ListTabs items={tabs} value={tab} change={setTab} />
      </div>
      {tab === 'logins' ? (
        <OwnLogins />
      ) : (
        <div className="zy-own-form">{tab === 'profile' ? <OwnProfile admin={admin} /> : <OwnPassword />}</div>
      )}
    </section>
  );
};
