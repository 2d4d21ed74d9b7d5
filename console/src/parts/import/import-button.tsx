import type { importCall } from '@zhuiyuan/contract/jobs/import-call';
import type { ImportBiz } from '@zhuiyuan/contract/jobs/import-biz';
import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { Button } from 'antd';
import FileUp from 'icon:file-up';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { call } from '../../lib/call.ts';
import { useMay } from '../../lib/session.ts';

const Dialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));

export type ImportEndpoint = ReturnType<typeof importCall>;

/**
 * 导入 of a resource: template, file, options and progress in a dialog that may be closed while it runs. Hidden without
 * the endpoint's permission. `options` draws the fields of the business above the file.
 */
export const ImportButton = ({
  endpoint,
  biz,
  thing,
  params,
  options,
  check,
  refresh = [],
  label = '导入',
}: {
  endpoint: ImportEndpoint;
  biz: ImportBiz;
  /** What is imported, for the dialog's title. */
  thing: string;
  params?: Record<string, unknown>;
  options?: ReactNode;
  /** Says what is missing among the options. */
  check?: () => string | undefined;
  refresh?: readonly Endpoint[];
  label?: string;
}) => {
  const may = useMay();
  const [isOpen, setIsOpen] = useState(false);
  if (!may(endpoint.may)) return null;
  return (
    <>
      <Button icon={<FileUp size={14} strokeWidth={1.6} aria-hidden="true" />} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <Dialog
            title={`导入${thing}`}
            biz={biz}
            start={(input) => call(endpoint, input, { quiet: true })}
            params={params}
            check={check}
            refresh={refresh.map(({ path }) => path)}
            close={() => setIsOpen(false)}
          >
            {options}
          </Dialog>
        </Suspense>
      )}
    </>
  );
};
