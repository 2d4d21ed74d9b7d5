import type { BlockKind } from '@zhuiyuan/contract/trace/template/template-blocks';
import BadgeCheck from 'icon:badge-check';
import Building2 from 'icon:building-2';
import ClipboardCheck from 'icon:clipboard-check';
import Fingerprint from 'icon:fingerprint';
import Flag from 'icon:flag';
import Gift from 'icon:gift';
import Image from 'icon:image';
import Images from 'icon:images';
import Layers from 'icon:layers';
import MapPin from 'icon:map-pin';
import MessageCircle from 'icon:message-circle';
import Package from 'icon:package';
import Phone from 'icon:phone';
import Route from 'icon:route';
import ScrollText from 'icon:scroll-text';
import SeparatorHorizontal from 'icon:separator-horizontal';
import ShieldCheck from 'icon:shield-check';
import ShoppingBag from 'icon:shopping-bag';
import Text from 'icon:text';
import Ticket from 'icon:ticket';
import Video from 'icon:video';
import type { IconType } from '../../../parts/icon/make-icon.tsx';

/** The icon each kind of block is known by in palette and structure. */
export const blockIcons: Record<BlockKind, IconType> = {
  verdict: ShieldCheck,
  carousel: Images,
  product: Package,
  video: Video,
  lot: Layers,
  flows: ScrollText,
  reports: ClipboardCheck,
  logistics: Route,
  firm: Building2,
  certs: BadgeCheck,
  map: MapPin,
  graphic: Image,
  rich: Text,
  identifier: Fingerprint,
  lottery: Gift,
  goods: ShoppingBag,
  coupon: Ticket,
  phone: Phone,
  report: Flag,
  follow: MessageCircle,
  divider: SeparatorHorizontal,
};
