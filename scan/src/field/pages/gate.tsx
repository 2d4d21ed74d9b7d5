import type { ReactNode } from 'react';
import { FieldIcon } from '../lib/field-icons.tsx';
import type { FieldIcon as FieldIconName } from '../lib/field-icons.ts';
import { invite } from '../lib/session.ts';
import { Link } from '../parts/cards.tsx';
import { Screen } from '../parts/screen.tsx';

/** A screen that says one thing, and what can be done about it. */
export const Saying = ({
  title,
  icon,
  words,
  children,
}: {
  title: string;
  icon: FieldIconName;
  words: string;
  children?: ReactNode;
}) => (
  <Screen title={title} bar={null}>
    <section className="card centred f-gate">
      <FieldIcon name={icon} size={40} weight={1.3} />
      <h1 tabIndex={-1}>{title}</h1>
      <p>{words}</p>
      {children}
    </section>
  </Screen>
);

/** For whoever has no account on this phone: only that signing in is needed. */
export const SignIn = ({ what = '请先绑定身份' }: { what?: string }) => (
  <Saying title={what} icon="scan" words="请用手机扫描企业提供的绑定码，绑定后即可在本机操作。">
    {invite() && (
      <Link path="/r/apply" className="button">
        查看入驻申请
      </Link>
    )}
  </Saying>
);
