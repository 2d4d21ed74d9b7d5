import type { MappingAlgorithm, ThemeConfig } from 'antd';
import darkAlgorithm from 'antd/es/theme/themes/dark';
import type { Preset } from '../../lib/presets.ts';

const seeds = ['colorPrimary', 'colorLink', 'colorInfo', 'colorSuccess', 'colorWarning', 'colorError'] as const;

/** What antd makes of the colours we gave for the dark would not be them: they are put back. */
const keepSeeds: MappingAlgorithm = (given, derived) => ({
  ...(derived ?? darkAlgorithm(given)),
  ...Object.fromEntries(seeds.map((name) => [name, given[name]])),
});

export const darkAlgorithms = [darkAlgorithm, keepSeeds];

const hairline = '0 0 0 1px #414855';

/** The tokens that differ in the dark. */
export const toDarkToken = (d: Preset): ThemeConfig['token'] => ({
  colorBgBase: '#101318',
  colorTextBase: '#E3E6EC',
  colorTextLightSolid: '#0A0D13',
  colorSuccess: '#4CAD88',
  colorSuccessBg: '#18392C',
  colorSuccessBorder: '#265F49',
  colorWarning: '#D18A3B',
  colorWarningBg: '#432C14',
  colorWarningBorder: '#70481C',
  colorError: '#FF6759',
  colorErrorHover: '#FF8475',
  colorErrorActive: '#FF9D90',
  colorErrorBg: '#4E231E',
  colorErrorBorder: '#813A32',
  colorErrorBorderHover: '#FF6759',
  colorErrorText: '#FF9586',
  colorErrorOutline: '#622923',
  colorText: '#E3E6EC',
  colorTextHeading: '#E3E6EC',
  colorTextSecondary: '#A9B1BD',
  colorTextLabel: '#A9B1BD',
  colorTextTertiary: '#919AA8',
  colorTextDescription: '#919AA8',
  colorTextPlaceholder: '#818A98',
  colorTextQuaternary: '#68707E',
  colorTextDisabled: '#68707E',
  colorIcon: '#919AA8',
  colorIconHover: '#E3E6EC',
  colorBorder: '#414855',
  colorBorderSecondary: '#2B313B',
  colorSplit: '#252A34',
  colorBgLayout: '#101318',
  colorBgContainer: '#181D24',
  colorBgElevated: '#21262F',
  colorBgContainerDisabled: '#1C212A',
  colorBorderDisabled: '#2B313B',
  colorBgSpotlight: '#373D49',
  colorBgMask: 'rgba(4,6,10,.62)',
  colorFill: 'rgba(227,230,236,.16)',
  colorFillSecondary: 'rgba(227,230,236,.10)',
  colorFillTertiary: 'rgba(227,230,236,.06)',
  colorFillQuaternary: 'rgba(227,230,236,.035)',
  controlItemBgHover: 'rgba(227,230,236,.06)',
  controlItemBgActive: d.tint2,
  controlItemBgActiveHover: d.tint2,
  boxShadow: `0 12px 32px -6px rgba(0,0,0,.64),${hairline}`,
  boxShadowSecondary: `0 8px 24px -4px rgba(0,0,0,.60),${hairline}`,
});

/** What of each component differs in the dark. */
export const toDarkComponents = (d: Preset): NonNullable<ThemeConfig['components']> => ({
  Button: {
    defaultColor: '#C2C8D1',
    defaultBg: 'transparent',
    defaultHoverBg: 'transparent',
    defaultActiveBg: 'transparent',
    defaultBorderColor: '#414855',
    textHoverBg: 'rgba(227,230,236,.06)',
  },
  Input: { hoverBorderColor: '#687180', errorActiveShadow: '0 0 0 3px #622923' },
  InputNumber: { hoverBorderColor: '#687180' },
  Select: { hoverBorderColor: '#687180', optionSelectedBg: d.tint2, optionActiveBg: 'rgba(227,230,236,.06)' },
  DatePicker: { hoverBorderColor: '#687180' },
  Checkbox: { colorWhite: '#0A0D13', colorBorder: '#687180' },
  Radio: { colorWhite: '#0A0D13', colorBorder: '#687180' },
  Switch: { handleBg: '#0A0D13' },
  Table: {
    headerBg: '#1C212A',
    headerColor: '#A9B1BD',
    headerSortActiveBg: '#252A34',
    headerSortHoverBg: '#252A34',
    fixedHeaderSortActiveBg: '#252A34',
    borderColor: '#252A34',
    rowHoverBg: '#1C212A',
    stickyScrollBarBg: '#414855',
  },
  Form: { labelColor: '#C2C8D1', labelRequiredMarkColor: '#FF6759' },
  Menu: { itemBg: '#181D24', subMenuItemBg: '#181D24', itemColor: '#C2C8D1', itemHoverBg: '#1C212A' },
  Tabs: { itemColor: '#A9B1BD', itemSelectedColor: '#E3E6EC', itemHoverColor: '#E3E6EC' },
  Segmented: {
    trackBg: '#101318',
    itemColor: '#A9B1BD',
    itemSelectedColor: '#E3E6EC',
    itemSelectedBg: '#2D333D',
  },
  Breadcrumb: { itemColor: '#919AA8', linkColor: '#919AA8', lastItemColor: '#E3E6EC', separatorColor: '#687180' },
  Tag: { defaultBg: '#2B323D', defaultColor: '#C2C8D1' },
  Tooltip: { colorTextLightSolid: '#E3E6EC' },
  Badge: { colorError: '#C8322A', colorTextLightSolid: '#FFF' },
  Image: { colorTextLightSolid: '#FFF' },
  Upload: { colorTextLightSolid: '#FFF' },
  Descriptions: { labelColor: '#919AA8' },
  Tree: { nodeHoverBg: '#1C212A' },
  Skeleton: { gradientFromColor: '#20252D', gradientToColor: '#282E38' },
  Layout: { bodyBg: '#101318', headerBg: '#181D24' },
});
