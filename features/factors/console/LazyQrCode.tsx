/** A QR code whose drawing loads when it is first shown. */
import { LazyPart } from '#foundation/console/display/LazyPart.tsx';
import { SkeletonBar } from '#foundation/console/display/layout.tsx';

const loadQrCode = () => import('./QrCode.tsx');
const SIZE_PX = 208;

export function LazyQrCode(props: { text: string; label: string }) {
  return (
    <LazyPart load={loadQrCode} space={<SkeletonBar width={SIZE_PX} height={SIZE_PX} />}>
      {({ QrCode }) => <QrCode {...props} />}
    </LazyPart>
  );
}
