/** Strings for the operators' start page. */
import { words } from '#foundation/core/words.ts';

export const operatorWords = words({
  hint: [
    'Your own screens are not built yet. Until they are, operators work through the calls below.',
    '运营后台的页面尚未完成。在此之前，请通过以下接口处理业务。',
    'Sus pantallas aún no están hechas. Hasta entonces, los operadores trabajan con las llamadas siguientes.',
    'หน้าจอของผู้ดูแลระบบยังไม่พร้อม ระหว่างนี้ให้ใช้การเรียกด้านล่าง',
  ],
  account_hint: [
    'Your profile, passwords, second step and sessions are under Account, as for everybody.',
    '您的个人资料、密码、二次验证和会话在「账户」中，与其他用户相同。',
    'Su perfil, contraseñas, segundo paso y sesiones están en Cuenta, como para todos.',
    'โปรไฟล์ รหัสผ่าน การยืนยันขั้นที่สอง และเซสชันอยู่ในเมนูบัญชี เช่นเดียวกับผู้ใช้ทุกคน',
  ],
  calls: ['What you can do by call', '可通过接口完成的操作', 'Lo que puede hacer por llamada', 'สิ่งที่ทำได้ผ่านการเรียก'],
  open_docs: ['Open the list of calls', '打开接口列表', 'Abrir la lista de llamadas', 'เปิดรายการการเรียก'],
  user: ['Find users, disable and enable logins, reset passwords', '查找用户，停用与启用登录，重置密码', 'Buscar usuarios, desactivar y activar accesos, restablecer contraseñas', 'ค้นหาผู้ใช้ ปิดและเปิดการเข้าสู่ระบบ รีเซ็ตรหัสผ่าน'],
  certification: ['Review certifications', '审核实名认证', 'Revisar verificaciones', 'ตรวจสอบการยืนยันตัวตน'],
  bankcard: ['Review cards for withdrawals', '审核提现账户', 'Revisar tarjetas para retiros', 'ตรวจสอบบัตรสำหรับถอนเงิน'],
  disbursement: ['List, freeze, release, cancel and pay withdrawals and payouts', '查看、冻结、解冻、取消与支付提现和代付', 'Listar, congelar, liberar, cancelar y pagar retiros y pagos', 'ดู ระงับ ปลด ยกเลิก และจ่ายรายการถอนและจ่ายเงิน'],
  order: ['Reverse paid orders, with a second operator', '与另一位运营人员一起冲正已支付订单', 'Revertir pedidos pagados, con un segundo operador', 'กลับรายการคำสั่งซื้อที่ชำระแล้วร่วมกับผู้ดูแลอีกคน'],
  member: ['Members’ terms, holds and adjustments', '会员条款、冻结与调账', 'Condiciones, retenciones y ajustes de miembros', 'เงื่อนไข การพักเงิน และการปรับยอดของสมาชิก'],
  approval: ['Decide what another operator proposed', '处理另一位运营人员的提议', 'Decidir lo que otro operador propuso', 'ตัดสินข้อเสนอของผู้ดูแลอีกคน'],
  reconciliation: ['Compare the platform with its payment providers', '与支付渠道对账', 'Comparar la plataforma con sus proveedores de pago', 'เปรียบเทียบแพลตฟอร์มกับผู้ให้บริการชำระเงิน'],
});
