/** Strings for the operators' start page. */
import { words } from '#foundation/core/words.ts';

export const operatorWords = words({
  hint: [
    'Screens for operators aren’t built yet. Until then, operators work through the API calls below.',
    '运营后台的页面尚未完成。在此之前，请通过以下接口处理业务。',
    'Las pantallas para operadores aún no están listas. Hasta entonces, los operadores trabajan con las llamadas de la API siguientes.',
    'หน้าจอสำหรับผู้ดูแลระบบยังไม่พร้อม ระหว่างนี้โปรดใช้คำสั่ง API ด้านล่าง',
  ],
  account_hint: [
    'Your profile, passwords, second step and sessions are under Account, as for everyone.',
    '您的个人资料、密码、二次验证和会话在“账户”中，与其他用户相同。',
    'Su perfil, contraseñas, segundo paso y sesiones están en Cuenta, como para todos.',
    'โปรไฟล์ รหัสผ่าน การยืนยันขั้นที่สอง และเซสชันอยู่ในเมนูบัญชี เช่นเดียวกับผู้ใช้ทุกคน',
  ],
  calls: ['What you can do with calls', '可通过接口完成的操作', 'Lo que puede hacer con llamadas', 'สิ่งที่ทำได้ผ่านคำสั่ง API'],
  open_docs: ['Open the API calls', '打开接口列表', 'Abrir las llamadas de la API', 'เปิดรายการคำสั่ง API'],
  user: ['Find users, disable and enable logins, reset passwords', '查找用户，停用与启用登录，重置密码', 'Buscar usuarios, desactivar y activar accesos, restablecer contraseñas', 'ค้นหาผู้ใช้ ระงับและเปิดใช้การเข้าสู่ระบบ รีเซ็ตรหัสผ่าน'],
  certification: ['Review certifications', '审核实名认证', 'Revisar verificaciones', 'ตรวจสอบการยืนยันตัวตน'],
  bankcard: ['Review cards for withdrawals', '审核提现银行卡', 'Revisar tarjetas bancarias', 'ตรวจสอบบัตรสำหรับถอนเงิน'],
  disbursement: ['List, freeze, unfreeze, cancel and pay withdrawals and payouts', '查看、冻结、解冻、取消与支付提现和代付', 'Listar, congelar, descongelar, cancelar y pagar retiros y pagos a terceros', 'ดู ระงับ ปลด ยกเลิก และจ่ายรายการถอนและจ่ายเงิน'],
  order: ['Reverse paid orders, with a second operator', '冲正已支付订单（需另一位运营人员确认）', 'Revertir pedidos pagados, con un segundo operador', 'กลับรายการคำสั่งซื้อที่ชำระแล้ว โดยมีผู้ดูแลระบบอีกคนยืนยัน'],
  member: ['Members’ fees, limits, holds and adjustments', '会员费用与限额、冻结与调账', 'Comisiones, límites, retenciones y ajustes de miembros', 'ค่าธรรมเนียม วงเงิน การพักเงิน และการปรับยอดของสมาชิก'],
  approval: ['Decide on another operator’s proposals', '处理另一位运营人员的提议', 'Decidir sobre propuestas de otro operador', 'ตัดสินข้อเสนอของผู้ดูแลระบบคนอื่น'],
  reconciliation: ['Compare the platform with its payment providers', '与支付渠道对账', 'Comparar la plataforma con sus proveedores de pago', 'เปรียบเทียบแพลตฟอร์มกับผู้ให้บริการชำระเงิน'],
});
