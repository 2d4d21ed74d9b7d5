import { z } from 'zod';
import { time } from '../kit/fields.ts';

/** What the QR code holds by which a party binds a consumer account of his own; good until `expireAt`. */
export const BindCode = z.object({ bindToken: z.string(), expireAt: time });
