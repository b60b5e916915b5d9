/** The words of receipts, beside the labels of what they are about. */
import { words } from '#foundation/core/words.ts';

export const receiptWords = words({
  download: ['Download receipt', '下载回单', 'Descargar recibo', 'ดาวน์โหลดใบเสร็จ'],
  print: ['Print', '打印', 'Imprimir', 'พิมพ์'],
  issued: ['Issued {time} ({zone})', '开具时间：{time}（{zone}）', 'Emitido el {time} ({zone})', 'ออกเมื่อ {time} ({zone})'],
});
