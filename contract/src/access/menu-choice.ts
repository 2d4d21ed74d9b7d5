import { z } from 'zod';

/**
 * A node of the permission tree. `locked`: the signed-in person may not tick it (granted to everybody, reserved to
 * the account `admin`, or a permission not held).
 */
export interface MenuChoice {
  id: number;
  pid: number;
  name: string;
  icon: string;
  menuType: 'M' | 'C' | 'A';
  checked: boolean;
  locked: boolean;
  /** Its screen, or what it opens, is for 管理员角色 only. */
  needsAdmin: boolean;
  sort: number;
  childList: MenuChoice[];
}
export const MenuChoice: z.ZodType<MenuChoice> = z.object({
  id: z.number(),
  pid: z.number(),
  name: z.string(),
  icon: z.string(),
  menuType: z.enum(['M', 'C', 'A']),
  checked: z.boolean(),
  locked: z.boolean(),
  needsAdmin: z.boolean(),
  sort: z.number(),
  childList: z.lazy(() => z.array(MenuChoice)),
});
