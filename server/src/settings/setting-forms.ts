import { area, file, form, image, number, radio, text, type SettingForm } from './setting-form.ts';

const openNumbers: [string, string][] = [
  ['1', '开启'],
  ['2', '关闭'],
];

const cloudStore = (id: number, name: string, prefix: string): SettingForm =>
  form(id, name, [
    text(`${prefix}UploadUrl`, '空间域名 Domain', { required: true }),
    text(`${prefix}AccessKey`, 'accessKey', { required: true }),
    text(`${prefix}SecretKey`, 'secretKey', { required: true }),
    text(`${prefix}StorageName`, '存储空间名称', { required: true }),
    text(`${prefix}StorageRegion`, '所属地域', { required: true }),
  ]);

/** Every settings form of the product with its fields and first values, by the specification's numbers. */
export const settingForms: SettingForm[] = [
  form(64, '站点配置', [
    text('api_url', 'Api地址【支付回调】', { required: true }),
    image('site_logo_lefttop', '左上角菜单logo(236x64)', { required: true }),
    image('site_logo_square', '左上角缩回菜单logo(164x164)', { required: true }),
    image('site_logo_login', '登录页logo', { required: true }),
    image('admin_login_bg_pic', '登录页背景图(1920x1080)', { required: true }),
    area('footer_links', '页脚链接', {
      value: '[{"name":"接口文档","url":"/docs"}]',
      tips: '[{"name":"名称","url":"地址"}]',
    }),
    text('copyright_text', '版权信息', { value: '© 追源' }),
    text('police_filing_no', '公安备案号'),
    text('icp_no', 'ICP备案号'),
  ]),
  form(74, '物流配置', [
    radio(
      'store_free_postage_switch',
      '全场满额包邮开关',
      [
        ['false', '关闭'],
        ['true', '开启'],
      ],
      { value: 'false' },
    ),
    number('store_free_postage', '全场满额包邮（元）', { value: '100' }),
    text('tengxun_map_key', '腾讯地图KEY'),
    radio(
      'store_self_mention',
      '是否开启提货点自提',
      [
        ['false', '关闭'],
        ['true', '开启'],
      ],
      { value: 'true' },
    ),
  ]),
  form(77, '商城基础配置', [
    number('store_stock', '警戒库存', { required: true, value: '10' }),
    area('stor_reason', '退货理由', {
      required: true,
      value: '收货地址填错了\n与描述不符\n信息填错了，重新拍\n收到商品损坏了\n未按预定时间发货\n其它原因',
    }),
    image('mobile_top_logo', '移动端顶部logo', { required: true }),
    image('mobile_login_logo', '移动端登录页logo', { required: true }),
    number('order_cancel_time', '普通商品未支付取消订单时间(小时)', { required: true, value: '1' }),
    number('order_activity_time', '活动商品未支付取消订单时间(小时)', { required: true, value: '1' }),
    number('order_auto_receipt_day', '自动收货天数', { value: '7' }),
    text('site_name', '网站名称', { required: true, value: '一物一码管理平台' }),
    text('site_url', '网站地址', { required: true }),
    text('seo_title', 'SEO标题', { required: true, value: '一物一码管理平台' }),
    number('news_slides_limit', '新闻幻灯片数量上限', { required: true, value: '5' }),
    text('front_api_url', '移动商城api', { required: true }),
  ]),
  form(78, '充值配置', [
    number('store_user_min_recharge', '用户最低充值金额', { required: true, value: '0.01' }),
    radio(
      'recharge_switch',
      '小程序充值开关',
      [
        ['1', '开启'],
        ['0', '关闭'],
      ],
      { required: true, value: '0' },
    ),
    area('recharge_attention', '充值注意事项', {
      required: true,
      value: '充值后账户的金额不能提现，可用于商城消费使用',
    }),
  ]),
  form(65, '公众号配置', [
    text('wechat_appid', 'AppId', { required: true }),
    text('wechat_appsecret', 'AppSecret', { required: true }),
    text('wechat_token', '微信验证Token', { required: true }),
    text('wechat_encodingaeskey', 'EncodingAESKey', { required: true }),
    radio(
      'wechat_encode',
      '消息加密方式',
      [
        ['1', '明文模式'],
        ['2', '兼容模式'],
        ['3', '安全模式'],
      ],
      { required: true, value: '1' },
    ),
    image('wechat_share_img', '微信分享图片'),
    image('wechat_qrcode', '公众号关联二维码'),
    text('wechat_share_title', '微信分享标题', { required: true }),
    text('wechat_share_synopsis', '微信分享简介', { required: true }),
    image('h5_avatar', '用户H5默认头像'),
  ]),
  form(66, '小程序配置', [
    text('routine_appid', 'appId', { required: true }),
    text('routine_appsecret', 'AppSecret', { required: true }),
    text('routine_name', '小程序名称', { required: true }),
  ]),
  form(76, '客服配置', [
    text('yzf_h5_url', '客服H5链接', { required: true }),
    text('consumer_hotline', '客服电话', { required: true }),
    radio(
      'telephone_service_switch',
      '电话服务',
      [
        ['open', '开启'],
        ['close', '关闭'],
      ],
      { required: true, value: 'close' },
    ),
    area('chat_config_js', '客服脚本'),
    text('chat_hosts', '客服脚本域名'),
  ]),
  form(67, '公众号支付', [
    text('pay_weixin_appid', 'Appid', { required: true }),
    text('pay_weixin_appsecret', 'Appsecret', { required: true }),
    text('pay_weixin_mchid', 'Mchid', { required: true }),
    file('pay_weixin_client_p12', 'p12证书'),
    text('pay_weixin_key', 'Key', { required: true }),
    radio('pay_weixin_open', '微信支付状态', openNumbers, { required: true, value: '2' }),
  ]),
  form(68, '小程序支付', [
    text('pay_routine_appid', 'Appid', { required: true }),
    text('pay_routine_appsecret', 'Appsecret', { required: true }),
    text('pay_routine_mchid', 'Mchid', { required: true }),
    text('pay_routine_key', 'Key', { required: true }),
    file('pay_mini_client_p12', 'p12证书', { required: true }),
  ]),
  form(80, '余额支付', [
    radio(
      'yue_pay_status',
      '余额支付状态',
      [
        ['1', '开启'],
        ['0', '关闭'],
      ],
      { required: true, value: '0' },
    ),
  ]),
  form(108, '基础配置', [
    text('localUploadUrl', '本地图片域名', { required: true }),
    text('image_ext_str', '允许上传图片后缀', { required: true, value: 'jpg,jpeg,gif,png,bmp' }),
    number('image_max_size', '允许上传最大图片(M, ≤50)', { required: true, value: '10' }),
    text('file_ext_str', '允许上传文件后缀', {
      required: true,
      value: 'xlsx,xls,csv,txt,zip,pdf,doc,docx,mp3,wma,wav,amr,mp4,pem,p12',
    }),
    number('file_max_size', '允许上传最大文件(M, ≤500)', { required: true, value: '50' }),
    radio(
      'uploadType',
      '文件存储',
      [
        ['1', '本地'],
        ['2', '七牛云'],
        ['3', '阿里云'],
        ['4', '腾讯云'],
      ],
      { required: true, value: '1' },
    ),
    radio(
      'file_is_save',
      '文件是否保存本地',
      [
        ['1', '保存'],
        ['0', '不保存'],
      ],
      { required: true, value: '1' },
    ),
  ]),
  cloudStore(81, '阿里云', 'al'),
  cloudStore(82, '七牛云', 'qn'),
  cloudStore(83, '腾讯云', 'tx'),
  form(111, '短信', [number('sms_code_expire', '验证码有效时间(分钟)', { required: true, value: '5' })]),
  form(127, '采集商品', [
    radio(
      'system_product_copy_type',
      '接口选择',
      [
        ['1', '一号通'],
        ['2', '99Api'],
      ],
      { required: true, value: '1' },
    ),
    text('copy_product_apikey', '99Api apiKey', { required: true }),
  ]),
  form(128, '物流查询', [
    radio(
      'logistics_type',
      '接口选择',
      [
        ['1', '一号通'],
        ['2', '阿里云物流查询'],
      ],
      { required: true, value: '1' },
    ),
    text('system_express_app_code', '快递查询密钥', { required: true }),
  ]),
  form(129, '电子面单', [
    radio(
      'config_export_open',
      '电子面单是否开启',
      [
        ['1', '打开'],
        ['2', '关闭'],
      ],
      { required: true, value: '2' },
    ),
    text('config_export_to_name', '快递面单发货人姓名', { required: true }),
    text('config_export_to_tel', '快递面单发货人电话', { required: true }),
    text('config_export_to_address', '快递面单发货人详细地址', { required: true }),
    text('config_export_siid', '电子面单打印机编号', { required: true }),
  ]),
  form(143, '小票打印', [
    text('ylyprint_app_id', '应用ID', { required: true }),
    text('ylyprint_app_secret', '应用密钥', { required: true }),
    text('ylyprint_app_machine_code', '打印机终端号', { required: true }),
    text('ylyprint_app_machine_msign', '打印机终端密钥', { required: true }),
    radio(
      'ylyprint_auto_status',
      '是否自动打印',
      [
        ['1', '开启'],
        ['0', '关闭'],
      ],
      { required: true, value: '0' },
    ),
    radio(
      'ylyprint_status',
      '是否开启小票打印',
      [
        ['1', '开启'],
        ['0', '关闭'],
      ],
      { required: true, value: '0' },
    ),
  ]),
  form(201, '追溯配置', [
    text('code_domain', '扫码域名', { required: true }),
    number('cross_distance', '窜货预警容差(km)', { value: '30' }),
  ]),
  form(202, '抽奖配置', [
    number('draw.ticket_ttl', '抽奖凭证有效时间(秒)', { value: '600' }),
    number('fair.reveal_hours', '随机种子公开时间(小时)', { value: '24' }),
    number('fair.epoch_max', '每轮抽奖次数上限', { value: '100000' }),
    text('pay.base_url', '付款接口地址'),
    number('pay.timeout_ms', '付款超时(毫秒)', { value: '10000' }),
    number('pay.auto_retry', '付款自动重试次数', { value: '3' }),
    radio(
      'redpack.group_enabled',
      '裂变红包',
      [
        ['1', '开启'],
        ['0', '关闭'],
      ],
      { value: '0' },
    ),
    number('claim.default_days', '默认领取期限(天)', { value: '15' }),
    number('export.async_rows', '转为后台导出的行数', { value: '10000' }),
    number('export.max_rows', '导出行数上限', { value: '1000000' }),
    number('stats.uv_max_days', '人数统计的最长天数', { value: '92' }),
    radio(
      'manual.send_password',
      '手动发放需要密码',
      [
        ['1', '开启'],
        ['0', '关闭'],
      ],
      { value: '1' },
    ),
    number('manual.four_eyes_amount', '需要复核的金额(分)', { value: '100000' }),
  ]),
];

/** First value of every setting, used until somebody saves another. */
export const settingDefaults: ReadonlyMap<string, string> = new Map(
  settingForms.flatMap(({ fields }) => fields.map((field): [string, string] => [field.key, field.value])),
);
