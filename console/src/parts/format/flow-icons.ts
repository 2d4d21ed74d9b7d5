import Activity from 'icon:activity';
import Archive from 'icon:archive';
import Bean from 'icon:bean';
import Beef from 'icon:beef';
import Bug from 'icon:bug';
import Camera from 'icon:camera';
import CircleCheck from 'icon:circle-check';
import ClipboardCheck from 'icon:clipboard-check';
import ClipboardList from 'icon:clipboard-list';
import Droplets from 'icon:droplets';
import Egg from 'icon:egg';
import Factory from 'icon:factory';
import FileText from 'icon:file-text';
import Fish from 'icon:fish';
import Flame from 'icon:flame';
import FlaskConical from 'icon:flask-conical';
import Flower2 from 'icon:flower-2';
import Grape from 'icon:grape';
import Hand from 'icon:hand';
import Layers from 'icon:layers';
import Leaf from 'icon:leaf';
import List from 'icon:list';
import MapPin from 'icon:map-pin';
import Microscope from 'icon:microscope';
import Milk from 'icon:milk';
import Mountain from 'icon:mountain';
import Package from 'icon:package';
import PackageCheck from 'icon:package-check';
import Plane from 'icon:plane';
import Printer from 'icon:printer';
import RefreshCw from 'icon:refresh-cw';
import Scale from 'icon:scale';
import ScanLine from 'icon:scan-line';
import Scissors from 'icon:scissors';
import ShieldCheck from 'icon:shield-check';
import Ship from 'icon:ship';
import Snowflake from 'icon:snowflake';
import Sprout from 'icon:sprout';
import Store from 'icon:store';
import Sun from 'icon:sun';
import Thermometer from 'icon:thermometer';
import Timer from 'icon:timer';
import TreePine from 'icon:tree-pine';
import Truck from 'icon:truck';
import Upload from 'icon:upload';
import UserRoundCheck from 'icon:user-round-check';
import Warehouse from 'icon:warehouse';
import Wheat from 'icon:wheat';
import Wine from 'icon:wine';
import Wrench from 'icon:wrench';
import type { IconType } from '../icon/make-icon.tsx';
import { menuIconOf } from './menu-icons.ts';

/** Icons a flow type may carry, by the name that is stored, with what they are called. */
export const flowIcons: Readonly<Record<string, { label: string; icon: IconType }>> = {
  sprout: { label: '种植', icon: Sprout },
  leaf: { label: '采摘', icon: Leaf },
  wheat: { label: '谷物', icon: Wheat },
  grape: { label: '果实', icon: Grape },
  bean: { label: '豆类', icon: Bean },
  'flower-2': { label: '花卉', icon: Flower2 },
  'tree-pine': { label: '林木', icon: TreePine },
  mountain: { label: '产地', icon: Mountain },
  droplets: { label: '灌溉', icon: Droplets },
  bug: { label: '植保', icon: Bug },
  scissors: { label: '修剪', icon: Scissors },
  fish: { label: '水产', icon: Fish },
  beef: { label: '肉类', icon: Beef },
  egg: { label: '禽蛋', icon: Egg },
  milk: { label: '乳品', icon: Milk },
  factory: { label: '生产', icon: Factory },
  hand: { label: '手工', icon: Hand },
  sun: { label: '晾晒', icon: Sun },
  flame: { label: '加热', icon: Flame },
  timer: { label: '计时', icon: Timer },
  activity: { label: '工艺', icon: Activity },
  'refresh-cw': { label: '循环', icon: RefreshCw },
  layers: { label: '分层', icon: Layers },
  wine: { label: '酿造', icon: Wine },
  wrench: { label: '设备', icon: Wrench },
  'flask-conical': { label: '检验', icon: FlaskConical },
  microscope: { label: '化验', icon: Microscope },
  'clipboard-check': { label: '质检', icon: ClipboardCheck },
  'shield-check': { label: '安全', icon: ShieldCheck },
  scale: { label: '称重', icon: Scale },
  thermometer: { label: '温度', icon: Thermometer },
  'circle-check': { label: '合格', icon: CircleCheck },
  package: { label: '包装', icon: Package },
  'package-check': { label: '封箱', icon: PackageCheck },
  printer: { label: '喷码', icon: Printer },
  'scan-line': { label: '扫码', icon: ScanLine },
  archive: { label: '入库', icon: Archive },
  warehouse: { label: '仓库', icon: Warehouse },
  upload: { label: '出库', icon: Upload },
  snowflake: { label: '冷藏', icon: Snowflake },
  truck: { label: '运输', icon: Truck },
  ship: { label: '海运', icon: Ship },
  plane: { label: '空运', icon: Plane },
  'map-pin': { label: '地点', icon: MapPin },
  store: { label: '销售', icon: Store },
  'user-round-check': { label: '人员', icon: UserRoundCheck },
  camera: { label: '拍摄', icon: Camera },
  'file-text': { label: '单据', icon: FileText },
  'clipboard-list': { label: '记录', icon: ClipboardList },
  list: { label: '其他', icon: List },
};

/** The icon of a stored name; types of before may carry one of the menu's. */
export const flowIconOf = (name: string): IconType => flowIcons[name || 'list']?.icon ?? menuIconOf(name);
