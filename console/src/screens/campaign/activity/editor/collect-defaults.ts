import { consumerConfigApi } from '@zhuiyuan/contract/consumer/consumer-config';
import type { FormInstance } from 'antd';
import { useEffect, useRef } from 'react';
import { call } from '../../../../lib/call.ts';
import type { Values } from '../values.ts';

/** What a firm's new activities ask of their winners at first. */
export const readCollect = async (
  firmId: number | undefined,
): Promise<Pick<Values, 'collectFields' | 'collectReason'>> =>
  firmId === undefined ? {} : call(consumerConfigApi.collect, { firmId }, { quiet: true });

/** Fills it into a new draft once staff of the platform have said whose it is, as long as nobody has chosen anything else. */
export const useCollectOf = (form: FormInstance, firmId: number | undefined): void => {
  const filled = useRef('[]');
  useEffect(() => {
    if (firmId === undefined) return;
    let isOn = true;
    readCollect(firmId).then(
      (collect) => {
        const now = JSON.stringify(form.getFieldValue('collectFields') ?? []);
        if (!isOn || now !== filled.current) return;
        filled.current = JSON.stringify(collect.collectFields ?? []);
        form.setFieldsValue(collect);
      },
      // It is chosen by hand then.
      () => undefined,
    );
    return () => {
      isOn = false;
    };
  }, [form, firmId]);
};
