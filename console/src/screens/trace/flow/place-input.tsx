import { Button, Input, InputNumber } from 'antd';
import LocateFixed from 'icon:locate-fixed';
import { useState } from 'react';
import { toast } from '../../../lib/toast.ts';
import { Form } from 'antd';
import { NumberField, TextField } from '../../../parts/form/fields.tsx';

interface Place {
  lng?: number | null;
  lat?: number | null;
  address?: string;
}

const six = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** Fills in where the browser is. */
export const LocateButton = ({ found }: { found: (place: { lng: number; lat: number }) => void }) => {
  const [isBusy, setIsBusy] = useState(false);
  const locate = () => {
    setIsBusy(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setIsBusy(false);
        found({ lng: six(coords.longitude), lat: six(coords.latitude) });
      },
      () => {
        setIsBusy(false);
        toast.warning('没有取得位置，请检查浏览器的定位权限');
      },
      { enableHighAccuracy: true, timeout: 10_000 },
    );
  };
  return (
    <Button icon={<LocateFixed size={14} strokeWidth={1.6} aria-hidden="true" />} loading={isBusy} onClick={locate}>
      当前位置
    </Button>
  );
};

/** A place on the map: its address in words, longitude and latitude. */
export const PlaceInput = ({
  id,
  value = {},
  onChange,
}: {
  id?: string;
  value?: Place;
  onChange?: (place: Place) => void;
}) => {
  const set = (change: Place) => onChange?.({ ...value, ...change });
  return (
    <div className="zy-place">
      <Input
        id={id}
        placeholder="地址（选填）"
        aria-label="地址"
        maxLength={80}
        value={value.address ?? ''}
        onChange={({ target }) => set({ address: target.value })}
      />
      <InputNumber
        controls={false}
        placeholder="经度"
        aria-label="经度"
        min={-180}
        max={180}
        value={value.lng ?? null}
        onChange={(lng) => set({ lng })}
      />
      <InputNumber
        controls={false}
        placeholder="纬度"
        aria-label="纬度"
        min={-90}
        max={90}
        value={value.lat ?? null}
        onChange={(lat) => set({ lat })}
      />
      <LocateButton found={set} />
    </div>
  );
};

/** Where a step took place: in words, and on the map. */
export const FlowPlaceFields = () => {
  const form = Form.useFormInstance();
  return (
    <>
      <TextField name="place" label="地点" placeholder="如 狮峰山 3 号茶园" isWide />
      <NumberField name="lng" label="经度" decimals={6} min={-180} max={180} placeholder="如 120.098712" />
      <NumberField name="lat" label="纬度" decimals={6} min={-90} max={90} placeholder="如 30.223518" />
      <div className="zy-field zy-field-wide zy-flow-locate">
        <LocateButton found={(place) => form.setFieldsValue(place)} />
      </div>
    </>
  );
};
