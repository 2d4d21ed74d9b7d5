import type { HeldRole } from '@zhuiyuan/contract/account/account';
import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { FieldIcon } from '../lib/field-icons.tsx';
import { chooseRole } from '../lib/session.ts';
import { openSheet } from '../parts/sheet.tsx';

const RoleChoice = ({
  roles,
  current,
  choose,
}: {
  roles: HeldRole[];
  current: HeldRole;
  choose: (role: HeldRole) => void;
}) => (
  <div className="f-rows">
    {roles.map((role) => (
      <button
        key={role.role}
        type="button"
        className="f-row"
        aria-pressed={role.role === current.role}
        disabled={role.state === 'closed'}
        onClick={() => choose(role)}
      >
        <span className="f-body">
          <b>{role.name}</b>
          <span className="f-text">
            {`${role.firmName} · ${RoleKind.label(role.kind)}${role.state === 'closed' ? ' · 企业已停用' : ''}`}
          </span>
        </span>
        {role.role === current.role && (
          <span className="f-tick">
            <FieldIcon name="check" size={20} weight={2.4} />
          </span>
        )}
      </button>
    ))}
  </div>
);

/** Who one is, and how to be somebody else. */
export const Identity = ({ role, roles, changed }: { role: HeldRole; roles: HeldRole[]; changed: () => void }) => {
  const change = (): void =>
    void openSheet('切换身份', (close) => (
      <RoleChoice
        roles={roles}
        current={role}
        choose={(chosen) => {
          close();
          chooseRole(chosen.role);
          changed();
        }}
      />
    ));
  return (
    <section className="card f-identity" aria-label="当前身份">
      <span className="f-initial" aria-hidden="true">
        {role.name.slice(0, 1)}
      </span>
      <span className="f-body">
        <b>{role.name}</b>
        <span className="f-text">
          {[`${RoleKind.label(role.kind)} ${role.number}`.trim(), role.contact].filter(Boolean).join(' · ')}
        </span>
      </span>
      {roles.length > 1 && (
        <button type="button" className="button f-switch" onClick={change}>
          <FieldIcon name="swap" size={16} />
          切换身份
        </button>
      )}
    </section>
  );
};
