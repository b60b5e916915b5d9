/** Where an ID number of mainland China was issued, by its first two digits (GB/T 2260). */
import { type Phrase, type PhraseRow, words } from '#foundation/core/words.ts';

const regions: Readonly<Record<string, PhraseRow>> = {
  11: ['Beijing', '北京', 'Pekín', 'ปักกิ่ง'],
  12: ['Tianjin', '天津', 'Tianjin', 'เทียนจิน'],
  13: ['Hebei', '河北', 'Hebei', 'เหอเป่ย์'],
  14: ['Shanxi', '山西', 'Shanxi', 'ซานซี'],
  15: ['Inner Mongolia', '内蒙古', 'Mongolia Interior', 'มองโกเลียใน'],
  21: ['Liaoning', '辽宁', 'Liaoning', 'เหลียวหนิง'],
  22: ['Jilin', '吉林', 'Jilin', 'จี๋หลิน'],
  23: ['Heilongjiang', '黑龙江', 'Heilongjiang', 'เฮย์หลงเจียง'],
  31: ['Shanghai', '上海', 'Shanghái', 'เซี่ยงไฮ้'],
  32: ['Jiangsu', '江苏', 'Jiangsu', 'เจียงซู'],
  33: ['Zhejiang', '浙江', 'Zhejiang', 'เจ้อเจียง'],
  34: ['Anhui', '安徽', 'Anhui', 'อานฮุย'],
  35: ['Fujian', '福建', 'Fujian', 'ฝูเจี้ยน'],
  36: ['Jiangxi', '江西', 'Jiangxi', 'เจียงซี'],
  37: ['Shandong', '山东', 'Shandong', 'ซานตง'],
  41: ['Henan', '河南', 'Henan', 'เหอหนาน'],
  42: ['Hubei', '湖北', 'Hubei', 'หูเป่ย์'],
  43: ['Hunan', '湖南', 'Hunan', 'หูหนาน'],
  44: ['Guangdong', '广东', 'Cantón', 'กวางตุ้ง'],
  45: ['Guangxi', '广西', 'Guangxi', 'กว่างซี'],
  46: ['Hainan', '海南', 'Hainan', 'ไห่หนาน'],
  50: ['Chongqing', '重庆', 'Chongqing', 'ฉงชิ่ง'],
  51: ['Sichuan', '四川', 'Sichuan', 'เสฉวน'],
  52: ['Guizhou', '贵州', 'Guizhou', 'กุ้ยโจว'],
  53: ['Yunnan', '云南', 'Yunnan', 'ยูนนาน'],
  54: ['Tibet', '西藏', 'Tíbet', 'ทิเบต'],
  61: ['Shaanxi', '陕西', 'Shaanxi', 'ส่านซี'],
  62: ['Gansu', '甘肃', 'Gansu', 'กานซู่'],
  63: ['Qinghai', '青海', 'Qinghai', 'ชิงไห่'],
  64: ['Ningxia', '宁夏', 'Ningxia', 'หนิงเซี่ย'],
  65: ['Xinjiang', '新疆', 'Sinkiang', 'ซินเจียง'],
  71: ['Taiwan', '台湾', 'Taiwán', 'ไต้หวัน'],
  81: ['Hong Kong', '香港', 'Hong Kong', 'ฮ่องกง'],
  82: ['Macau', '澳门', 'Macao', 'มาเก๊า'],
  83: ['Taiwan (residence permit)', '台湾（居住证）', 'Taiwán (permiso de residencia)', 'ไต้หวัน (ใบอนุญาตพำนัก)'],
  91: [
    'Abroad (permanent residence)',
    '境外（永久居留）',
    'Extranjero (residencia permanente)',
    'ต่างประเทศ (ถิ่นที่อยู่ถาวร)',
  ],
};

/** Undefined: no region has these digits. */
export function regionOf(idNumber: string): Phrase | undefined {
  const row = regions[idNumber.slice(0, 2)];
  return row && words({ region: row }).region;
}
