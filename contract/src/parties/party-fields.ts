import { z } from 'zod';
import { id, optionalText } from '../kit/fields.ts';
import { isMobile, isPhone, plainPhone } from '../kit/phone.ts';
import { plainNumber } from '../kit/typed.ts';

const badPhone = '手机号格式不正确';

/** A mainland mobile number; missing asks for it. */
export const mobile = (label = '手机号') =>
  z
    .string({ error: `请输入${label}` })
    .overwrite(plainPhone)
    .min(1, `请输入${label}`)
    .refine(isMobile, badPhone);

/** A mobile or landline number that may be left out. */
export const optionalPhone = (label: string) =>
  optionalText(label, 20, plainPhone).refine((value) => value === '' || isPhone(value), `${label}格式不正确`);

/** A number people give a row; blank gets the next one. */
export const rowNumber = (label: string) =>
  optionalText(label, 20, plainNumber).refine((value) => /^[A-Za-z0-9-]*$/.test(value), `${label}仅支持字母、数字和-`);

/** A six-digit region code. */
export const regionCode = (missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .regex(/^\d{6}$/, missing);

/** A region as a filter, with everything below it. */
export const regionFilter = regionCode('地区不正确').optional();

/** Firm a new row belongs to; only platform staff choose it. */
export const firmId = id('请选择所属企业').optional();
