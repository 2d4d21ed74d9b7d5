import { NumberField, OwnField, TextField } from '../../parts/form/fields.tsx';
import { RegionInput } from '../../parts/pickers/region-input.tsx';

/** Where a firm, agent or shop is: region, address and coordinates (`regionCode address lng lat`). */
export const PlaceFields = () => (
  <>
    <OwnField name="regionCode" label="所在地区">
      <RegionInput placeholder="请选择所在地区" />
    </OwnField>
    <TextField name="address" label="详细地址" placeholder="街道、门牌号" />
    <NumberField name="lng" label="经度" placeholder="如 120.129721" decimals={6} min={-180} max={180} />
    <NumberField name="lat" label="纬度" placeholder="如 30.259244" decimals={6} min={-90} max={90} />
  </>
);
