import type { ReactNode } from 'react';
import { Identities } from '../../screens/codes/lookup/identities.tsx';
import { Registrations } from '../../screens/registration/registrations.tsx';

const registrationsTab = (tabs: ReactNode) => <Registrations tabs={tabs} />;

/** 标识管理 with the tab of another domain. */
export const IdentitiesScreen = () => <Identities registrations={registrationsTab} />;
