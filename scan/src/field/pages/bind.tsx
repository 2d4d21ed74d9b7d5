import { accountApi } from '@zhuiyuan/contract/account/account';
import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { useState } from 'react';
import { keepToken } from '../../lib/account-token.ts';
import { toast } from '../../lib/toast.ts';
import { reasonOf } from '../../lib/reason-of.ts';
import { call } from '../lib/field-call.ts';
import { go } from '../lib/navigate.ts';
import { chooseRole } from '../lib/session.ts';
import { useLoaded } from '../../parts/use-loaded.ts';
import { BusyButton } from '../../parts/form.tsx';
import { Screen } from '../parts/screen.tsx';
import { Saying } from './gate.tsx';

/** 绑定身份: whom the scanned code binds, and the button that does it. The token stands behind the # of the address. */
export const BindPage = ({ bindToken }: { bindToken: string }) => {
  const { data: offered, failed } = useLoaded(() => call(accountApi.bindInfo, { bindToken }));
  const [error, setError] = useState('');
  const bind = async (): Promise<void> => {
    setError('');
    try {
      const bound = await call(accountApi.bind, { bindToken });
      keepToken(bound.token);
      chooseRole(bound.role.role);
      toast('绑定成功');
      go('/r', { replaces: true });
    } catch (refused) {
      setError(reasonOf(refused));
    }
  };
  if (failed !== undefined)
    return (
      <Saying title="没有绑定" icon="cross" words={failed}>
        <a className="button" href="/r">
          返回首页
        </a>
      </Saying>
    );
  if (!offered)
    return (
      <Screen title="绑定身份" bar={null}>
        <section className="card centred late">
          <p>正在打开</p>
        </section>
      </Screen>
    );
  return (
    <Screen title="绑定身份" bar={null}>
      <section className="card centred f-gate">
        <span className="f-initial" aria-hidden="true">
          {offered.name.slice(0, 1)}
        </span>
        <h1 tabIndex={-1}>{offered.name}</h1>
        <p>{[RoleKind.label(offered.kind), offered.number].filter(Boolean).join(' ')}</p>
        <p className="f-text">{`由 ${offered.firmName} 邀请绑定。绑定后，本机可以用这个身份操作，请确认是您本人。`}</p>
        <p className="error" role="alert">
          {error}
        </p>
        <BusyButton busy="绑定中" act={bind}>
          确认绑定
        </BusyButton>
      </section>
    </Screen>
  );
};
