import Activity from 'icon:activity';
import Album from 'icon:album';
import AlarmClock from 'icon:alarm-clock';
import Archive from 'icon:archive';
import Badge from 'icon:badge';
import BadgeCheck from 'icon:badge-check';
import Ban from 'icon:ban';
import Banknote from 'icon:banknote';
import Barcode from 'icon:barcode';
import Bell from 'icon:bell';
import BookOpen from 'icon:book-open';
import Box from 'icon:box';
import Boxes from 'icon:boxes';
import Briefcase from 'icon:briefcase';
import Building2 from 'icon:building-2';
import Calendar from 'icon:calendar';
import Camera from 'icon:camera';
import ChartLine from 'icon:chart-line';
import ChartPie from 'icon:chart-pie';
import CircleAlert from 'icon:circle-alert';
import CircleCheck from 'icon:circle-check';
import CircleQuestionMark from 'icon:circle-question-mark';
import ClipboardCheck from 'icon:clipboard-check';
import ClipboardList from 'icon:clipboard-list';
import Clock from 'icon:clock';
import Coins from 'icon:coins';
import Command from 'icon:command';
import Compass from 'icon:compass';
import Cpu from 'icon:cpu';
import CreditCard from 'icon:credit-card';
import Crown from 'icon:crown';
import Database from 'icon:database';
import Download from 'icon:download';
import Eye from 'icon:eye';
import Factory from 'icon:factory';
import FileText from 'icon:file-text';
import Files from 'icon:files';
import Flag from 'icon:flag';
import Folder from 'icon:folder';
import Gem from 'icon:gem';
import Gift from 'icon:gift';
import Globe from 'icon:globe';
import GraduationCap from 'icon:graduation-cap';
import Handshake from 'icon:handshake';
import Headset from 'icon:headset';
import House from 'icon:house';
import IdCard from 'icon:id-card';
import Image from 'icon:image';
import Images from 'icon:images';
import Inbox from 'icon:inbox';
import Info from 'icon:info';
import KeyRound from 'icon:key-round';
import Layers from 'icon:layers';
import LayoutDashboard from 'icon:layout-dashboard';
import Leaf from 'icon:leaf';
import LifeBuoy from 'icon:life-buoy';
import Link from 'icon:link';
import List from 'icon:list';
import Lock from 'icon:lock';
import Mail from 'icon:mail';
import MapMark from 'icon:map';
import MapPin from 'icon:map-pin';
import Medal from 'icon:medal';
import Megaphone from 'icon:megaphone';
import MessageCircle from 'icon:message-circle';
import MessageSquare from 'icon:message-square';
import Monitor from 'icon:monitor';
import Network from 'icon:network';
import Newspaper from 'icon:newspaper';
import Package from 'icon:package';
import Palette from 'icon:palette';
import Percent from 'icon:percent';
import Phone from 'icon:phone';
import Pencil from 'icon:pencil';
import Printer from 'icon:printer';
import QrCode from 'icon:qr-code';
import ReceiptText from 'icon:receipt-text';
import RefreshCw from 'icon:refresh-cw';
import Route from 'icon:route';
import Scale from 'icon:scale';
import ScanLine from 'icon:scan-line';
import Search from 'icon:search';
import Send from 'icon:send';
import Server from 'icon:server';
import Settings from 'icon:settings';
import Share2 from 'icon:share-2';
import Shield from 'icon:shield';
import ShieldCheck from 'icon:shield-check';
import ShoppingBag from 'icon:shopping-bag';
import ShoppingCart from 'icon:shopping-cart';
import SlidersHorizontal from 'icon:sliders-horizontal';
import Smartphone from 'icon:smartphone';
import Snowflake from 'icon:snowflake';
import Star from 'icon:star';
import Store from 'icon:store';
import Table from 'icon:table';
import Tag from 'icon:tag';
import Tags from 'icon:tags';
import Target from 'icon:target';
import Ticket from 'icon:ticket';
import TicketPercent from 'icon:ticket-percent';
import Timer from 'icon:timer';
import Trash2 from 'icon:trash-2';
import TriangleAlert from 'icon:triangle-alert';
import Trophy from 'icon:trophy';
import Truck from 'icon:truck';
import Upload from 'icon:upload';
import UserRound from 'icon:user-round';
import UserRoundCheck from 'icon:user-round-check';
import UserRoundCog from 'icon:user-round-cog';
import Users from 'icon:users';
import Video from 'icon:video';
import Wallet from 'icon:wallet';
import Warehouse from 'icon:warehouse';
import Wifi from 'icon:wifi';
import Wrench from 'icon:wrench';
import Circle from 'icon:circle';
import type { IconType } from '../icon/make-icon.tsx';
import { menuIconAliases } from './menu-icon-aliases.ts';

/** Icons a menu entry may carry, by the name the icon picker stores. */
export const menuIcons: Readonly<Record<string, IconType>> = {
  activity: Activity,
  album: Album,
  'alarm-clock': AlarmClock,
  archive: Archive,
  badge: Badge,
  'badge-check': BadgeCheck,
  ban: Ban,
  banknote: Banknote,
  barcode: Barcode,
  bell: Bell,
  'book-open': BookOpen,
  box: Box,
  boxes: Boxes,
  briefcase: Briefcase,
  'building-2': Building2,
  calendar: Calendar,
  camera: Camera,
  'chart-line': ChartLine,
  'chart-pie': ChartPie,
  'circle-alert': CircleAlert,
  'circle-check': CircleCheck,
  'circle-question-mark': CircleQuestionMark,
  'clipboard-check': ClipboardCheck,
  'clipboard-list': ClipboardList,
  clock: Clock,
  coins: Coins,
  command: Command,
  compass: Compass,
  cpu: Cpu,
  'credit-card': CreditCard,
  crown: Crown,
  database: Database,
  download: Download,
  eye: Eye,
  factory: Factory,
  'file-text': FileText,
  files: Files,
  flag: Flag,
  folder: Folder,
  gem: Gem,
  gift: Gift,
  globe: Globe,
  'graduation-cap': GraduationCap,
  handshake: Handshake,
  headset: Headset,
  house: House,
  'id-card': IdCard,
  image: Image,
  images: Images,
  inbox: Inbox,
  info: Info,
  'key-round': KeyRound,
  layers: Layers,
  'layout-dashboard': LayoutDashboard,
  leaf: Leaf,
  'life-buoy': LifeBuoy,
  link: Link,
  list: List,
  lock: Lock,
  mail: Mail,
  map: MapMark,
  'map-pin': MapPin,
  medal: Medal,
  megaphone: Megaphone,
  'message-circle': MessageCircle,
  'message-square': MessageSquare,
  monitor: Monitor,
  network: Network,
  newspaper: Newspaper,
  package: Package,
  palette: Palette,
  percent: Percent,
  phone: Phone,
  pencil: Pencil,
  printer: Printer,
  'qr-code': QrCode,
  'receipt-text': ReceiptText,
  'refresh-cw': RefreshCw,
  route: Route,
  scale: Scale,
  'scan-line': ScanLine,
  search: Search,
  send: Send,
  server: Server,
  settings: Settings,
  'share-2': Share2,
  shield: Shield,
  'shield-check': ShieldCheck,
  'shopping-bag': ShoppingBag,
  'shopping-cart': ShoppingCart,
  'sliders-horizontal': SlidersHorizontal,
  smartphone: Smartphone,
  snowflake: Snowflake,
  star: Star,
  store: Store,
  table: Table,
  tag: Tag,
  tags: Tags,
  target: Target,
  ticket: Ticket,
  'ticket-percent': TicketPercent,
  timer: Timer,
  'trash-2': Trash2,
  'triangle-alert': TriangleAlert,
  trophy: Trophy,
  truck: Truck,
  upload: Upload,
  'user-round': UserRound,
  'user-round-check': UserRoundCheck,
  'user-round-cog': UserRoundCog,
  users: Users,
  video: Video,
  wallet: Wallet,
  warehouse: Warehouse,
  wifi: Wifi,
  wrench: Wrench,
};

/** The icon of a stored name: ours first unless an inherited name means another; a circle for what nobody knows. */
export const menuIconOf = (stored: string): IconType => {
  const name = stored.replace(/^(el-icon-|icon-)/, '');
  return menuIcons[menuIconAliases[name] ?? name] ?? Circle;
};
