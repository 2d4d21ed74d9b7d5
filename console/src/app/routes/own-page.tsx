import { Button } from 'antd';
import FileQuestion from 'icon:file-question';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { session } from '../../lib/session.ts';
import { ownPath } from '../../lib/own-path.ts';
import { Empty, NoPermission } from '../../parts/feedback/states.tsx';
import { lacksPermission, lacksRole, permissionText, rowAt } from './destination.ts';
import { routes } from './routes.ts';

/** /404. */
const NotFound = () => {
  const navigate = useNavigate();
  const home = (
    <Button type="primary" onClick={() => void navigate('/')}>
      返回首页
    </Button>
  );
  return <Empty icon={FileQuestion} title="页面不存在" text="地址可能输入有误，或页面已被移除" action={home} />;
};

/** Whether the console was at another address before this one. */
const hasPast = (): boolean => Number((history.state as { idx?: number } | null)?.idx ?? 0) > 0;

/** /401: names the screen, and the role or the permission that is missing. */
const Forbidden = () => {
  const navigate = useNavigate();
  const { search } = useLocation();
  const row = rowAt(routes, new URLSearchParams(search).get('from') ?? '')?.row;
  const visitor = session.get();
  const permission =
    row && visitor && lacksPermission(row, visitor)
      ? [row.title, permissionText(row.may)].filter(Boolean).join(' ')
      : undefined;
  const screen = row && visitor && lacksRole(row, visitor) ? row.title : undefined;
  const buttons = (
    <>
      {hasPast() && <Button onClick={() => void navigate(-1)}>返回</Button>}
      <Button type="primary" onClick={() => void navigate('/')}>
        返回首页
      </Button>
    </>
  );
  return <NoPermission permission={permission} adminScreen={screen} buttons={buttons} />;
};

/** /redirect/…: goes on to the rest of the address, so that a page is built anew. */
const Redirect = () => {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    void navigate(ownPath(pathname.slice('/redirect'.length) + search + hash) ?? '/', { replace: true });
  }, [navigate, pathname, search, hash]);
  return null;
};

/** Addresses of the shell itself that no screen answers. */
export const OwnPage = () => {
  const { pathname } = useLocation();
  if (pathname.startsWith('/redirect/')) return <Redirect />;
  return (
    <div className="page">
      <h1 className="sr-only">{pathname === '/401' ? '没有权限' : '页面不存在'}</h1>
      <div className="sheet page-message">{pathname === '/401' ? <Forbidden /> : <NotFound />}</div>
    </div>
  );
};
