/** Headings and texts of the file of rates, as it is exported, and as it comes back. */
import { words } from '#foundation/core/words.ts';

/** The rows' key and the rate come back; the others are for the reader. */
export const rateFileColumns = words({
  title: ['Rates', '费率', 'Tarifas', 'อัตรา'],
  memberNo: ['Member number', '会员号', 'Número de miembro', 'หมายเลขสมาชิก'],
  name: ['Name', '名称', 'Nombre', 'ชื่อ'],
  kind: ['Type', '类型', 'Tipo', 'ประเภท'],
  upline: ['Upline’s number', '上级会员号', 'Número del superior', 'หมายเลขสายบน'],
  code: ['Channel code', '通道代码', 'Código del canal', 'รหัสช่องทาง'],
  percent: ['Percent', '百分比', 'Porcentaje', 'ร้อยละ'],
  fixed: ['Fixed part', '固定费用', 'Parte fija', 'ส่วนคงที่'],
  minFee: ['Min fee', '最低手续费', 'Comisión mínima', 'ค่าธรรมเนียมต่ำสุด'],
  maxFee: ['Max fee', '最高手续费', 'Comisión máxima', 'ค่าธรรมเนียมสูงสุด'],
  own: ['Own rate', '专属费率', 'Tarifa propia', 'อัตราเฉพาะ'],
  margin: ['Margin on 100', '每 100 的毛利', 'Margen de 100', 'กำไรต่อ 100'],
  remark: ['Remark', '备注', 'Observación', 'หมายเหตุ'],
});

export const rateFileTexts = words({
  merchant: ['Merchant', '商户', 'Comercio', 'ร้านค้า'],
  agent: ['Agent', '代理', 'Agente', 'ตัวแทน'],
  yes: ['Yes', '是', 'Sí', 'ใช่'],
  no: ['No', '否', 'No', 'ไม่'],
  below_cost: ['below cost', '低于成本', 'bajo coste', 'ต่ำกว่าต้นทุน'],
  below_agent: ['below the agent’s', '低于代理', 'bajo la del agente', 'ต่ำกว่าตัวแทน'],
  closed: ['closed', '已关闭', 'cerrado', 'ปิด'],
});
