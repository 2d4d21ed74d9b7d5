import { scanDetailApi } from '@zhuiyuan/contract/stats/scans/scan-detail';
import { Button, Modal, Tooltip } from 'antd';
import MapPinned from 'icon:map-pinned';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useRead } from '../../../lib/use-read.ts';
import { Places } from '../overview/places.tsx';
import '../overview/overview.css';

/** Filters that the map knows. */
const told = new Set(['firmId', 'dateLimit', 'regionCode']);

const Map = ({ input }: { input: object }) => {
  const { search } = useLocation();
  const [province, setProvince] = useState<{ id: number; name: string }>();
  const { data, error, refetch } = useRead(
    scanDetailApi.places,
    { ...input, ...(province && { regionCode: String(province.id) }) },
    { keeps: true },
  );
  if (data === null)
    return <p className="zy-block-note">地图按整天的时间汇总，只能再选一个省；请先清除列表上的其他条件。</p>;
  return (
    <Places
      title="扫码分布"
      unit="次"
      data={data}
      error={error}
      retry={refetch}
      province={province}
      pick={setProvince}
      linkOf={({ id }) => {
        const address = new URLSearchParams(search);
        address.set('regionCode', String(id));
        address.delete('page');
        return `?${address.toString()}`;
      }}
    />
  );
};

/** 地图分布: where the scans of a list were made, from the kept figures; a place leads to its rows, which closes it. */
export const ScanPlaces = ({ input }: { input: object }) => {
  const { search } = useLocation();
  const isNarrowed = Object.entries(input).some(
    ([name, value]) => value !== undefined && value !== '' && !told.has(name),
  );
  const [openAt, setOpenAt] = useState<string>();
  return (
    <>
      <Tooltip title={isNarrowed ? '地图按时间和省份汇总，请先清除其他条件' : undefined}>
        <Button
          icon={<MapPinned size={16} strokeWidth={1.6} />}
          disabled={isNarrowed}
          onClick={() => setOpenAt(search)}
        >
          地图分布
        </Button>
      </Tooltip>
      <Modal
        open={openAt === search}
        title="地图分布"
        width={960}
        footer={null}
        onCancel={() => setOpenAt(undefined)}
        destroyOnHidden
      >
        <Map input={input} />
      </Modal>
    </>
  );
};
