/** Strings of the trial call: refusals, and its tab. */
import { paymentTexts } from '#features/accounts/payment-words.ts';
import { words } from '#foundation/core/words.ts';

export const tryTexts = {
  ...paymentTexts,
  ...words({
    md5_cannot_sign: ['With MD5 a value may hold no &, = or control character; use another sign type', '使用 MD5 时，值不能包含 &、= 或控制字符，请改用其他签名类型', 'Con MD5 un valor no puede llevar &, = ni caracteres de control; use otro tipo de firma', 'เมื่อใช้ MD5 ค่าห้ามมี & = หรืออักขระควบคุม โปรดใช้ประเภทลายเซ็นอื่น'],
  }),
};

export const tryWords = words({
  hint: [
    'The server signs with your key, which is not shown, and sends the call through the gateway. Orders are real: on a sandbox channel no money moves.',
    '服务器使用您的密钥（不显示）签名，并通过网关发送请求。订单是真实的；沙箱通道不产生资金变动。',
    'El servidor firma con su clave, que no se muestra, y envía la llamada por la pasarela. Los pedidos son reales: en un canal de prueba no se mueve dinero.',
    'เซิร์ฟเวอร์เซ็นด้วยคีย์ของคุณซึ่งไม่แสดง แล้วส่งผ่านเกตเวย์ คำสั่งซื้อเป็นของจริง ช่องทางทดสอบไม่มีเงินเคลื่อนไหว',
  ],
  call: ['Call', '接口', 'Llamada', 'คำสั่งเรียก'],
  sign_type: ['Sign type', '签名类型', 'Tipo de firma', 'ประเภทลายเซ็น'],
  form: ['Request', '请求', 'Petición', 'คำขอ'],
  send: ['Sign and send', '签名并发送', 'Firmar y enviar', 'เซ็นและส่ง'],
  payout_moves: ['This payout is real: it takes the amount and its fee from your balance.', '这是真实的代付，将从余额中扣除金额和手续费。', 'Este pago es real: toma el importe y su comisión de su saldo.', 'การจ่ายเงินนี้เป็นของจริง จะหักจำนวนเงินและค่าธรรมเนียมจากยอดของคุณ'],
  rsa_hint: [
    'Your private key is not here, so you sign yourself: get the text, sign it, and paste the signature.',
    '平台没有您的私钥，需由您自行签名：获取文本、签名，再粘贴签名。',
    'Su clave privada no está aquí, así que firma usted: obtenga el texto, fírmelo y pegue la firma.',
    'คีย์ส่วนตัวของคุณไม่ได้อยู่ที่นี่ คุณจึงเซ็นเอง รับข้อความ เซ็น แล้ววางลายเซ็น',
  ],
  rsa_text: ['Get the text', '获取文本', 'Obtener el texto', 'รับข้อความ'],
  rsa_command: [
    'Save the text to sign as text.txt without a line end, and run this next to your key:',
    '将待签名文本保存为 text.txt（末尾不换行），在私钥所在目录运行：',
    'Guarde el texto a firmar como text.txt sin salto final y ejecute esto junto a su clave:',
    'บันทึกข้อความที่จะเซ็นเป็น text.txt โดยไม่มีบรรทัดใหม่ท้ายไฟล์ แล้วรันคำสั่งนี้ข้างคีย์ของคุณ',
  ],
  rsa_signature: ['Your signature (base64)', '您的签名（base64）', 'Su firma (base64)', 'ลายเซ็นของคุณ (base64)'],
  signed_text: ['Text that is signed', '待签名文本', 'Texto que se firma', 'ข้อความที่เซ็น'],
  md5_key_note: ['Then &key= and your key follow.', '其后追加 &key= 和您的密钥。', 'Después siguen &key= y su clave.', 'จากนั้นต่อด้วย &key= และคีย์ของคุณ'],
  reply: ['Reply', '应答', 'Respuesta', 'คำตอบ'],
  reply_status: ['HTTP {status}', 'HTTP {status}', 'HTTP {status}', 'HTTP {status}'],
  verified: ['Signed by the platform', '平台签名有效', 'Firmada por la plataforma', 'แพลตฟอร์มเซ็นแล้ว'],
  not_verified: ['Not signed: the gateway refused before it could verify the request', '未签名：网关在验证请求前已拒绝', 'Sin firma: la pasarela la rechazó antes de poder verificarla', 'ไม่มีลายเซ็น เกตเวย์ปฏิเสธก่อนตรวจสอบคำขอได้'],
  not_sent: ['Nothing was sent yet.', '尚未发送。', 'Aún no se ha enviado nada.', 'ยังไม่มีการส่ง'],
  refused_because: ['{error}: {cause}. {cure}.', '{error}：{cause}。{cure}。', '{error}: {cause}. {cure}.', '{error}: {cause} {cure}'],
  open_pay_page: ['Open the page to pay', '打开付款页面', 'Abrir la página de pago', 'เปิดหน้าชำระเงิน'],
  after_payment: ['Once it is paid, the callback is sent to notifyUrl.', '付款后，回调将发送到 notifyUrl。', 'Cuando se pague, se envía la notificación a notifyUrl.', 'เมื่อชำระแล้ว ระบบจะส่งการแจ้งผลไปยัง notifyUrl'],
  see_callback: ['See its callback', '查看回调', 'Ver su notificación', 'ดูการแจ้งผล'],
});
