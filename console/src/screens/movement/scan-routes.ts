import { deliverList } from '../../lib/object-addresses.ts';

/** The routes of the scan page, each with what one must be allowed to open it; a range is at home in the last. */
export const scanRoutes = [
  { path: `${deliverList}/box`, may: 'admin:identity:deliver:box' },
  { path: `${deliverList}/alone`, may: 'admin:identity:deliver:alone' },
  { path: `${deliverList}/batch`, may: 'admin:identity:deliver:batch' },
] as const;
