import { thumbAddress } from '@zhuiyuan/contract/media/attachment';
import { Image } from 'antd';

/** Pictures of vouchers, shown in full when one is opened. */
export const Vouchers = ({ of }: { of: readonly string[] }) => (
  <Image.PreviewGroup>
    <span className="zy-vouchers">
      {of.map((address, at) => (
        <Image
          key={address}
          src={thumbAddress(address)}
          width={56}
          height={56}
          alt={`凭证 ${at + 1}`}
          preview={{ mask: false, src: address }}
        />
      ))}
    </span>
  </Image.PreviewGroup>
);
