/** Refusals and field errors of the operators' calls about upstreams. */
import { approvalTexts } from '#features/approvals/words.ts';
import { factorTexts } from '#features/factors/words.ts';
import { words } from '#foundation/core/words.ts';

export const operatorUpstreamTexts = {
  ...factorTexts,
  ...approvalTexts,
  ...words({
    upstream_name_form: [
      'Enter a name, up to 60 characters',
      '请填写名称，最多 60 个字符',
      'Introduzca un nombre de 60 caracteres como máximo',
      'กรอกชื่อ ไม่เกิน 60 ตัวอักษร',
    ],
    setting_wrong: [
      'Missing, or not as the connector needs it',
      '缺失或格式不符合要求',
      'Falta o no es lo que el conector necesita',
      'ขาดหาย หรือไม่ตรงตามที่ตัวเชื่อมต่อต้องการ',
    ],
    settings_unfit: [
      'The settings don’t fit together',
      '各项设置不匹配',
      'Los datos no concuerdan entre sí',
      'การตั้งค่าไม่สอดคล้องกัน',
    ],
    connector_unknown: ['There is no such connector', '没有该连接器', 'No existe ese conector', 'ไม่มีตัวเชื่อมต่อนี้'],
    upstream_paused: ['It is paused already', '已处于暂停状态', 'Ya está en pausa', 'หยุดอยู่แล้ว'],
    upstream_open: ['It is open already', '已处于启用状态', 'Ya está abierto', 'เปิดอยู่แล้ว'],
    upstream_unconfigured: [
      'Its settings can’t be used; edit them first',
      '其设置不可用，请先编辑',
      'Sus datos no sirven; edítelos primero',
      'การตั้งค่าใช้ไม่ได้ โปรดแก้ไขก่อน',
    ],
  }),
};
