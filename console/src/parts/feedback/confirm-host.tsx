import useModal from 'antd/es/modal/useModal';
import { useEffect } from 'react';
import { connectConfirm } from '../../lib/toast.ts';

/** Where the questions of `confirm` are asked. */
export const ConfirmHost = () => {
  const [modal, holder] = useModal();
  useEffect(() => connectConfirm(modal), [modal]);
  return holder;
};
