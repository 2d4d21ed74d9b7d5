import { Form } from 'antd';
import { session } from '../../lib/session.ts';

/** The firm a form is about: the operator's own, or what staff of the platform chose in it. */
export const useFormFirm = (): number | undefined => {
  const own = session.use((current) => current?.admin.firmId);
  const chosenFirm = Form.useWatch('firmId', { preserve: true }) as number | undefined;
  return own ?? chosenFirm;
};
