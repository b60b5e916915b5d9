/** Refusals of the export, and field errors of the lists' filters. */
import { exportFilterWords } from '#features/export-kinds.ts';
import { words } from '#foundation/core/words.ts';

export const exportTexts = {
  ...exportFilterWords,
  ...words({
    export_too_large: ['More than {most, number} rows; narrow the filters', '超过 {most, number} 行，请缩小筛选范围', 'Más de {most, number} filas; acote los filtros', 'มากกว่า {most, number} แถว โปรดจำกัดตัวกรองให้แคบลง'],
    export_limit: ['Too many exports; try again in {minutes, number} min', '导出过于频繁，请在 {minutes, number} 分钟后重试', 'Demasiadas exportaciones; inténtelo dentro de {minutes, number} min', 'ส่งออกบ่อยเกินไป โปรดลองใหม่ในอีก {minutes, number} นาที'],
    downloads_waiting: [
      '{most, number} files are already being prepared for you; wait for one to finish or cancel it under Downloads',
      '已有 {most, number} 个文件正在为您生成，请等待完成，或在“下载中心”取消',
      'Ya se están preparando {most, number} archivos para usted; espere a que termine uno o cancélelo en Descargas',
      'มีไฟล์ {most, number} ไฟล์กำลังจัดเตรียมให้คุณอยู่ โปรดรอ หรือยกเลิกที่หน้าดาวน์โหลด',
    ],
    format_whole: [
      'This format needs a statement with all entries: choose another format, or clear the type and channel filters',
      '只有包含全部明细的对账单可使用此格式，请选择其他格式，或清除类型与通道筛选',
      'Este formato requiere un extracto con todos los movimientos: elija otro o quite los filtros de tipo y canal',
      'รูปแบบนี้ใช้ได้เฉพาะใบแจ้งยอดที่มีทุกรายการ โปรดเลือกรูปแบบอื่น หรือลบตัวกรองประเภทและช่องทาง',
    ],
    export_busy: ['Other exports are in progress; try again in a moment', '正在处理其他导出，请稍后重试', 'Se están generando otras exportaciones; inténtelo en un momento', 'กำลังส่งออกรายการอื่นอยู่ โปรดลองใหม่อีกครั้ง'],
  }),
};
