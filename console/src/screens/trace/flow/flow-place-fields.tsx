import { Form } from 'antd';
import { NumberField, TextField } from '../../../parts/form/fields.tsx';
import { LocateButton } from './place-input.tsx';

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
