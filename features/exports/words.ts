/** Refusals of the export, and field errors of the lists' filters. */
import { exportFilterWords } from '#features/export-kinds.ts';
import { words } from '#foundation/core/words.ts';

export const exportTexts = {
  ...exportFilterWords,
  ...words({
    export_too_large: ['More than {most, number} rows; narrow the filters', '超过 {most, number} 行，请缩小筛选范围', 'Más de {most, number} filas; acote los filtros', 'มากกว่า {most, number} แถว โปรดจำกัดตัวกรองให้แคบลง'],
    export_limit: ['Too many exports; try again in {minutes, number} min', '导出过于频繁，请在 {minutes, number} 分钟后重试', 'Demasiadas exportaciones; inténtelo en {minutes, number} min', 'ส่งออกบ่อยเกินไป ลองใหม่ใน {minutes, number} นาที'],
    downloads_waiting: [
      '{most, number} files are already being prepared for you; wait for one, or cancel it under Downloads',
      '已有 {most, number} 个文件正在为您生成，请等待完成，或在「下载中心」取消',
      'Ya se preparan {most, number} archivos para usted; espere a uno o cancélelo en Descargas',
      'มีไฟล์ {most, number} ไฟล์กำลังจัดเตรียมให้คุณอยู่ โปรดรอ หรือยกเลิกที่หน้าดาวน์โหลด',
    ],
    format_whole: [
      'Only a statement of all entries can have this format: choose another one, or remove the filters of type and channel',
      '只有包含全部明细的对账单可使用此格式，请选择其他格式，或清除类型与通道筛选',
      'Solo un extracto con todos los movimientos puede tener este formato: elija otro, o quite los filtros de tipo y canal',
      'รูปแบบนี้ใช้ได้เฉพาะใบแจ้งยอดที่มีทุกรายการ โปรดเลือกรูปแบบอื่น หรือลบตัวกรองประเภทและช่องทาง',
    ],
    export_busy: ['Other exports are being written; try again in a moment', '正在处理其他导出，请稍后重试', 'Se están generando otras exportaciones; inténtelo en un momento', 'กำลังส่งออกรายการอื่นอยู่ โปรดลองใหม่อีกครั้ง'],
  }),
};
