/**
 * The banks of mainland China whose cards people hold: state-owned and joint-stock banks, city and rural banks,
 * mobile-only banks and a few foreign ones. Codes are the abbreviations that payment providers use. They are stored, so
 * they never change.
 */
import type { PhraseRow } from '#foundation/core/words.ts';

export interface BankNames {
  readonly names: PhraseRow;
  /** Other, shorter names. */
  readonly short?: readonly string[];
}

export const bankNames: Readonly<Record<string, BankNames>> = {
  // State-owned
  ICBC: {
    names: ['Industrial and Commercial Bank of China', '中国工商银行', 'Banco Industrial y Comercial de China', 'ธนาคารอุตสาหกรรมและพาณิชย์แห่งประเทศจีน'],
    short: ['工商银行', '工行'],
  },
  ABC: { names: ['Agricultural Bank of China', '中国农业银行', 'Banco Agrícola de China', 'ธนาคารเพื่อการเกษตรแห่งประเทศจีน'], short: ['农业银行', '农行'] },
  BOC: { names: ['Bank of China', '中国银行', 'Banco de China', 'ธนาคารแห่งประเทศจีน'], short: ['中行'] },
  CCB: { names: ['China Construction Bank', '中国建设银行', 'Banco de Construcción de China', 'ธนาคารเพื่อการก่อสร้างแห่งประเทศจีน'], short: ['建设银行', '建行'] },
  COMM: { names: ['Bank of Communications', '交通银行', 'Banco de Comunicaciones de China', 'ธนาคารเพื่อการสื่อสารแห่งประเทศจีน'], short: ['交行', 'BOCOM', 'BCM'] },
  PSBC: {
    names: ['Postal Savings Bank of China', '中国邮政储蓄银行', 'Banco Postal de Ahorros de China', 'ธนาคารออมสินไปรษณีย์แห่งประเทศจีน'],
    short: ['邮政储蓄银行', '邮储银行', '邮储'],
  },

  // Joint-stock
  CMB: { names: ['China Merchants Bank', '招商银行', 'Banco de Comerciantes de China', 'ธนาคารไชน่าเมอร์แชนท์ส'], short: ['招行'] },
  CITIC: { names: ['China CITIC Bank', '中信银行', 'Banco CITIC de China', 'ธนาคารซิติก'], short: ['中信'] },
  CEB: { names: ['China Everbright Bank', '中国光大银行', 'Banco Everbright de China', 'ธนาคารเอเวอร์ไบรท์'], short: ['光大银行', '光大'] },
  HXBANK: { names: ['Hua Xia Bank', '华夏银行', 'Banco Hua Xia', 'ธนาคารหัวเซี่ย'], short: ['华夏'] },
  CMBC: { names: ['China Minsheng Bank', '中国民生银行', 'Banco Minsheng de China', 'ธนาคารหมินเซิง'], short: ['民生银行', '民生'] },
  GDB: { names: ['China Guangfa Bank', '广发银行', 'Banco Guangfa de China', 'ธนาคารกว่างฟา'], short: ['广东发展银行', '广发', 'CGB'] },
  SPABANK: { names: ['Ping An Bank', '平安银行', 'Banco Ping An', 'ธนาคารผิงอัน'], short: ['平安', 'PAB'] },
  CIB: { names: ['Industrial Bank', '兴业银行', 'Banco Industrial de Fujian', 'ธนาคารซิงเย่'], short: ['兴业'] },
  SPDB: {
    names: ['Shanghai Pudong Development Bank', '上海浦东发展银行', 'Banco de Desarrollo de Pudong', 'ธนาคารเพื่อการพัฒนาผู่ตงเซี่ยงไฮ้'],
    short: ['浦发银行', '浦发'],
  },
  CZBANK: { names: ['China Zheshang Bank', '浙商银行', 'Banco Zheshang de China', 'ธนาคารเจ้อซาง'] },
  EGBANK: { names: ['Hengfeng Bank', '恒丰银行', 'Banco Hengfeng', 'ธนาคารเหิงเฟิง'] },
  BOHAIB: { names: ['China Bohai Bank', '渤海银行', 'Banco Bohai de China', 'ธนาคารปั๋วไห่'] },

  // City banks
  BJBANK: { names: ['Bank of Beijing', '北京银行', 'Banco de Pekín', 'ธนาคารปักกิ่ง'] },
  SHBANK: { names: ['Bank of Shanghai', '上海银行', 'Banco de Shanghái', 'ธนาคารเซี่ยงไฮ้'] },
  TCCB: { names: ['Bank of Tianjin', '天津银行', 'Banco de Tianjin', 'ธนาคารเทียนจิน'] },
  CQBANK: { names: ['Bank of Chongqing', '重庆银行', 'Banco de Chongqing', 'ธนาคารฉงชิ่ง'] },
  JSBANK: { names: ['Bank of Jiangsu', '江苏银行', 'Banco de Jiangsu', 'ธนาคารเจียงซู'] },
  NJCB: { names: ['Bank of Nanjing', '南京银行', 'Banco de Nankín', 'ธนาคารหนานจิง'] },
  BOSZ: { names: ['Bank of Suzhou', '苏州银行', 'Banco de Suzhou', 'ธนาคารซูโจว'] },
  NBBANK: { names: ['Bank of Ningbo', '宁波银行', 'Banco de Ningbo', 'ธนาคารหนิงปัว'] },
  HZCB: { names: ['Bank of Hangzhou', '杭州银行', 'Banco de Hangzhou', 'ธนาคารหางโจว'] },
  WZCB: { names: ['Bank of Wenzhou', '温州银行', 'Banco de Wenzhou', 'ธนาคารเวินโจว'] },
  TZCB: { names: ['Bank of Taizhou', '台州银行', 'Banco de Taizhou', 'ธนาคารไถโจว'] },
  SXCB: { names: ['Bank of Shaoxing', '绍兴银行', 'Banco de Shaoxing', 'ธนาคารเส้าซิง'] },
  JXBANK: { names: ['Bank of Jiaxing', '嘉兴银行', 'Banco de Jiaxing', 'ธนาคารเจียซิง'] },
  HSBANK: { names: ['Huishang Bank', '徽商银行', 'Banco Huishang', 'ธนาคารฮุยซาง'] },
  XMBANK: { names: ['Xiamen Bank', '厦门银行', 'Banco de Xiamen', 'ธนาคารเซี่ยเหมิน'] },
  FJHXBC: { names: ['Fujian Haixia Bank', '福建海峡银行', 'Banco Haixia de Fujian', 'ธนาคารไห่เสียฝูเจี้ยน'] },
  NCB: { names: ['Jiangxi Bank', '江西银行', 'Banco de Jiangxi', 'ธนาคารเจียงซี'], short: ['南昌银行'] },
  QDCCB: { names: ['Bank of Qingdao', '青岛银行', 'Banco de Qingdao', 'ธนาคารชิงเต่า'] },
  QLBANK: { names: ['Qilu Bank', '齐鲁银行', 'Banco Qilu', 'ธนาคารฉีหลู่'] },
  ZZBANK: { names: ['Bank of Zhengzhou', '郑州银行', 'Banco de Zhengzhou', 'ธนาคารเจิ้งโจว'] },
  ZYBANK: { names: ['Zhongyuan Bank', '中原银行', 'Banco Zhongyuan', 'ธนาคารจงหยวน'] },
  HKB: { names: ['Hankou Bank', '汉口银行', 'Banco de Hankou', 'ธนาคารฮั่นโข่ว'] },
  HBC: { names: ['Hubei Bank', '湖北银行', 'Banco de Hubei', 'ธนาคารหูเป่ย์'] },
  CSCB: { names: ['Bank of Changsha', '长沙银行', 'Banco de Changsha', 'ธนาคารฉางซา'] },
  GCB: { names: ['Bank of Guangzhou', '广州银行', 'Banco de Cantón', 'ธนาคารกว่างโจว'] },
  BOD: { names: ['Bank of Dongguan', '东莞银行', 'Banco de Dongguan', 'ธนาคารตงกว่าน'] },
  BGB: { names: ['Guangxi Beibu Gulf Bank', '广西北部湾银行', 'Banco del Golfo de Beibu', 'ธนาคารอ่าวเป่ยปู้กว่างซี'] },
  CDCB: { names: ['Bank of Chengdu', '成都银行', 'Banco de Chengdu', 'ธนาคารเฉิงตู'] },
  GYCB: { names: ['Bank of Guiyang', '贵阳银行', 'Banco de Guiyang', 'ธนาคารกุ้ยหยาง'] },
  FDB: { names: ['Fudian Bank', '富滇银行', 'Banco Fudian', 'ธนาคารฟู่เตียน'] },
  XABANK: { names: ['Bank of Xi’an', '西安银行', 'Banco de Xi’an', 'ธนาคารซีอาน'] },
  LZYH: { names: ['Bank of Lanzhou', '兰州银行', 'Banco de Lanzhou', 'ธนาคารหลานโจว'] },
  NXBANK: { names: ['Bank of Ningxia', '宁夏银行', 'Banco de Ningxia', 'ธนาคารหนิงเซี่ย'] },
  BOQH: { names: ['Bank of Qinghai', '青海银行', 'Banco de Qinghai', 'ธนาคารชิงไห่'] },
  KLB: { names: ['Bank of Kunlun', '昆仑银行', 'Banco Kunlun', 'ธนาคารคุนหลุน'] },
  JSB: { names: ['Jinshang Bank', '晋商银行', 'Banco Jinshang', 'ธนาคารจิ้นซาง'] },
  BHB: { names: ['Bank of Hebei', '河北银行', 'Banco de Hebei', 'ธนาคารเหอเป่ย์'] },
  SJBANK: { names: ['Shengjing Bank', '盛京银行', 'Banco Shengjing', 'ธนาคารเซิ่งจิง'] },
  DLB: { names: ['Bank of Dalian', '大连银行', 'Banco de Dalian', 'ธนาคารต้าเหลียน'] },
  JLBANK: { names: ['Bank of Jilin', '吉林银行', 'Banco de Jilin', 'ธนาคารจี๋หลิน'] },
  HRBANK: { names: ['Harbin Bank', '哈尔滨银行', 'Banco de Harbin', 'ธนาคารฮาร์บิน'] },

  // Rural banks
  BJRCB: { names: ['Beijing Rural Commercial Bank', '北京农商银行', 'Banco Comercial Rural de Pekín', 'ธนาคารพาณิชย์ชนบทปักกิ่ง'], short: ['北京农村商业银行'] },
  SHRCB: {
    names: ['Shanghai Rural Commercial Bank', '上海农商银行', 'Banco Comercial Rural de Shanghái', 'ธนาคารพาณิชย์ชนบทเซี่ยงไฮ้'],
    short: ['上海农村商业银行'],
  },
  CRCBANK: {
    names: ['Chongqing Rural Commercial Bank', '重庆农村商业银行', 'Banco Comercial Rural de Chongqing', 'ธนาคารพาณิชย์ชนบทฉงชิ่ง'],
    short: ['重庆农商银行', '重庆农商行'],
  },
  GRCB: {
    names: ['Guangzhou Rural Commercial Bank', '广州农商银行', 'Banco Comercial Rural de Cantón', 'ธนาคารพาณิชย์ชนบทกว่างโจว'],
    short: ['广州农村商业银行'],
  },
  SRCB: {
    names: ['Shenzhen Rural Commercial Bank', '深圳农村商业银行', 'Banco Comercial Rural de Shenzhen', 'ธนาคารพาณิชย์ชนบทเซินเจิ้น'],
    short: ['深圳农商银行'],
  },
  CDRCB: { names: ['Chengdu Rural Commercial Bank', '成都农商银行', 'Banco Comercial Rural de Chengdu', 'ธนาคารพาณิชย์ชนบทเฉิงตู'], short: ['成都农村商业银行'] },
  ZJNX: {
    names: ['Zhejiang Rural Commercial Bank', '浙江农商银行', 'Banco Comercial Rural de Zhejiang', 'ธนาคารพาณิชย์ชนบทเจ้อเจียง'],
    short: ['浙江省农村信用社联合社', '浙江农信'],
  },
  JSRCU: {
    names: ['Jiangsu Rural Credit Union', '江苏省农村信用社联合社', 'Cooperativa de Crédito Rural de Jiangsu', 'สหกรณ์สินเชื่อชนบทเจียงซู'],
    short: ['江苏农信'],
  },
  GDRCC: {
    names: ['Guangdong Rural Credit Union', '广东省农村信用社联合社', 'Cooperativa de Crédito Rural de Guangdong', 'สหกรณ์สินเชื่อชนบทกวางตุ้ง'],
    short: ['广东农信'],
  },

  // Mobile-only and foreign banks
  WEBANK: { names: ['WeBank', '微众银行', 'WeBank de China', 'ธนาคารวีแบงก์'], short: ['深圳前海微众银行'] },
  MYBANK: { names: ['MYbank', '网商银行', 'MYbank de China', 'ธนาคารมายแบงก์'], short: ['浙江网商银行'] },
  HKBEA: { names: ['Bank of East Asia (China)', '东亚银行（中国）', 'Banco de Asia Oriental (China)', 'ธนาคารแห่งเอเชียตะวันออก'], short: ['东亚银行'] },
  HSBC: { names: ['HSBC China', '汇丰银行（中国）', 'HSBC de China', 'ธนาคารเอชเอสบีซีประเทศจีน'], short: ['汇丰银行', '汇丰'] },
  SCB: {
    names: ['Standard Chartered China', '渣打银行（中国）', 'Standard Chartered de China', 'ธนาคารสแตนดาร์ดชาร์เตอร์ดประเทศจีน'],
    short: ['渣打银行', '渣打'],
  },
};
