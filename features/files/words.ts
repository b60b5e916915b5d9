/** Strings about uploaded pictures, for the server and the field. */
import { words } from '#foundation/core/words.ts';

export const fileTexts = words({
  picture_type: ['Choose a JPEG, PNG or WebP picture', '请选择 JPEG、PNG 或 WebP 图片', 'Elija una imagen JPEG, PNG o WebP', 'เลือกภาพ JPEG, PNG หรือ WebP'],
  picture_pixels: ['The picture has more than {megapixels, number} megapixels; choose a smaller one', '图片超过 {megapixels, number} 百万像素，请换一张较小的图片', 'La imagen tiene más de {megapixels, number} megapíxeles; elija una más pequeña', 'ภาพมีมากกว่า {megapixels, number} ล้านพิกเซล โปรดเลือกภาพที่เล็กกว่า'],
  picture_broken: ['This picture is damaged; choose another or take a new one', '图片已损坏，请重新选择或重新拍摄', 'La imagen está dañada; elija otra o haga una nueva', 'ภาพนี้เสียหาย โปรดเลือกใหม่หรือถ่ายใหม่'],
  upload_limit: ['Too many uploads; try again in {minutes, number} min', '上传次数过多，请在 {minutes, number} 分钟后重试', 'Demasiados archivos subidos; inténtelo dentro de {minutes, number} min', 'อัปโหลดไฟล์บ่อยเกินไป โปรดลองใหม่ในอีก {minutes, number} นาที'],
});
