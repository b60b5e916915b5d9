/** Error texts for the fields of a beneficiary. */
import { words } from '#foundation/core/words.ts';

export const beneficiaryTexts = words({
  beneficiary_type: ['Choose bank card or Alipay', '请选择银行卡或支付宝', 'Elija tarjeta bancaria o Alipay', 'เลือกบัตรธนาคารหรือ Alipay'],
  holder_form: [
    "Enter the name as your bank has it: letters and digits, separated by spaces or - ' . , & / ( ) ·",
    "请按银行登记填写户名：文字和数字，中间可用空格或 - ' . , & / ( ) ·",
    "Escriba el nombre tal como figura en el banco: letras y cifras, separadas por espacios o - ' . , & / ( ) ·",
    "กรอกชื่อตามที่ธนาคารบันทึกไว้: ตัวอักษรและตัวเลข คั่นด้วยช่องว่างหรือ - ' . , & / ( ) ·",
  ],
  bank_unknown: ['Choose a bank from the list', '请从列表中选择银行', 'Elija un banco de la lista', 'เลือกธนาคารจากรายการ'],
  branch_form: ['Enter the branch in plain text', '请输入正确的支行名称', 'Escriba la sucursal como texto sin formato', 'กรอกชื่อสาขาเป็นข้อความธรรมดา'],
  account_full_width: ['These digits are full-width; switch your keyboard to half-width and type them again', '卡号含全角数字，请切换为半角后重新输入', 'Las cifras son de ancho completo; cambie el teclado y escríbalas de nuevo', 'ตัวเลขเป็นแบบเต็มความกว้าง โปรดสลับแป้นพิมพ์แล้วพิมพ์ใหม่'],
  card_number_form: ['A card number has 12 to 19 digits and doesn’t start with 0', '银行卡号应为 12 到 19 位数字，且不以 0 开头', 'El número de tarjeta tiene de 12 a 19 cifras y no empieza por 0', 'เลขบัตรมี 12 ถึง 19 หลัก และไม่ขึ้นต้นด้วย 0'],
  card_number_check: ['This card number has a wrong check digit; compare it with your card', '银行卡号校验位错误，请与卡面核对', 'El dígito de control de este número no es correcto; compárelo con la tarjeta', 'หลักตรวจสอบของเลขบัตรไม่ถูกต้อง โปรดเทียบกับบัตร'],
  alipay_account_form: ['Enter the mobile number or email address of the Alipay account', '请输入支付宝账号：手机号或邮箱', 'Introduzca el teléfono o el correo de la cuenta de Alipay', 'กรอกหมายเลขมือถือหรืออีเมลของบัญชี Alipay'],
});
