/** Strings for the screens that change passwords, the authenticator and the phone. */
import { words } from '#foundation/core/words.ts';

export const accountWords = words({
  // What protects the account
  security: ['Security', '账户安全', 'Seguridad', 'ความปลอดภัย'],
  security_is_set: ['Set', '已设置', 'Definida', 'ตั้งไว้แล้ว'],
  security_not_set: ['Not set yet', '未设置', 'Sin definir', 'ยังไม่ได้ตั้ง'],
  security_on: ['On', '已启用', 'Activado', 'เปิดใช้อยู่'],
  security_off: ['Off', '未启用', 'Desactivado', 'ปิดอยู่'],
  security_sessions: ['Sessions', '登录会话', 'Sesiones', 'เซสชัน'],
  security_sessions_count: ['{count, plural, one {# session} other {# sessions}}', '{count, number} 个会话', '{count, plural, one {# sesión} other {# sesiones}}', '{count, number} เซสชัน'],
  security_change: ['Change', '修改', 'Cambiar', 'เปลี่ยน'],
  security_set: ['Set up', '去设置', 'Configurar', 'ตั้งค่า'],
  security_manage: ['Manage', '管理', 'Gestionar', 'จัดการ'],

  // All four screens
  load_failed: ['Your account couldn’t be loaded', '账户信息加载失败', 'No se pudo cargar su cuenta', 'โหลดข้อมูลบัญชีไม่สำเร็จ'],
  good_to_know: ['Good to know', '温馨提示', 'Conviene saber', 'ควรทราบ'],
  note_sessions: ['You’ll stay logged in here; all other devices are logged out.', '修改后，本设备保持登录，其他设备将全部退出。', 'Usted seguirá conectado aquí; se cerrará la sesión en los demás dispositivos.', 'หลังเปลี่ยนแล้ว คุณยังอยู่ในระบบบนอุปกรณ์นี้ ส่วนอุปกรณ์อื่นจะออกจากระบบทั้งหมด'],
  note_hold: [
    'After you remove it, withdrawals and payouts are paused for a while, usually 24 hours, to protect your money.',
    '解绑后，提现和代付将暂停一段时间（通常为 24 小时），以保护您的资金安全。',
    'Al desvincularlo, los retiros y los pagos a terceros se pausan un tiempo, normalmente 24 horas, para proteger su dinero.',
    'หลังยกเลิก การถอนเงินและการจ่ายเงินจะหยุดชั่วคราว (ปกติ 24 ชั่วโมง) เพื่อความปลอดภัยของเงินคุณ',
  ],
  bound: ['On', '已绑定', 'Vinculado', 'ผูกแล้ว'],

  // Login password
  password_hint: ['The password you log in with.', '用于登录本系统。', 'La contraseña con la que inicia sesión.', 'รหัสผ่านที่ใช้เข้าสู่ระบบ'],
  old_password: ['Current password', '当前密码', 'Contraseña actual', 'รหัสผ่านปัจจุบัน'],
  new_password: ['New password', '新密码', 'Contraseña nueva', 'รหัสผ่านใหม่'],
  repeat_password: ['Repeat new password', '确认新密码', 'Repita la contraseña nueva', 'รหัสผ่านใหม่อีกครั้ง'],
  change_password: ['Change password', '修改密码', 'Cambiar contraseña', 'เปลี่ยนรหัสผ่าน'],
  password_changed: ['Password changed; other devices were logged out', '密码已修改，其他设备已退出登录', 'Contraseña cambiada; se cerró la sesión en los demás dispositivos', 'เปลี่ยนรหัสผ่านแล้ว อุปกรณ์อื่นออกจากระบบแล้ว'],
  note_password: ['Use 6 to 16 characters without spaces, and a password you don’t use anywhere else.', '密码为 6 到 16 位，不含空格，请勿与其他网站相同。', 'Use de 6 a 16 caracteres sin espacios y una contraseña que no utilice en otro sitio.', 'ใช้ 6 ถึง 16 ตัวอักษร ไม่มีช่องว่าง และไม่ซ้ำกับรหัสผ่านที่ใช้ที่อื่น'],

  // Payment password
  pay_password_hint: ['Confirms withdrawals, payouts and changes to your keys.', '用于确认提现、代付和密钥操作。', 'Confirma los retiros, los pagos a terceros y los cambios de claves.', 'ใช้ยืนยันการถอนเงิน การจ่ายเงิน และการจัดการคีย์'],
  old_pay_password: ['Current payment password', '当前支付密码', 'Contraseña de pago actual', 'รหัสผ่านชำระเงินปัจจุบัน'],
  login_password: ['Login password', '登录密码', 'Contraseña de acceso', 'รหัสผ่านเข้าสู่ระบบ'],
  new_pay_password: ['New payment password', '新支付密码', 'Contraseña de pago nueva', 'รหัสผ่านชำระเงินใหม่'],
  pay_password_digits: ['Six digits', '6 位数字', 'Seis cifras', 'ตัวเลขหกหลัก'],
  repeat_pay_password: ['Repeat new payment password', '确认新支付密码', 'Repita la contraseña de pago nueva', 'รหัสผ่านชำระเงินใหม่อีกครั้ง'],
  set_pay_password: ['Set payment password', '设置支付密码', 'Crear contraseña de pago', 'ตั้งรหัสผ่านชำระเงิน'],
  change_pay_password: ['Change payment password', '修改支付密码', 'Cambiar contraseña de pago', 'เปลี่ยนรหัสผ่านชำระเงิน'],
  pay_password_set: ['Payment password set', '支付密码已设置', 'Contraseña de pago creada', 'ตั้งรหัสผ่านชำระเงินแล้ว'],
  pay_password_changed: ['Payment password changed', '支付密码已修改', 'Contraseña de pago cambiada', 'เปลี่ยนรหัสผ่านชำระเงินแล้ว'],
  note_pay_first: ['You don’t have one yet. Enter your login password to confirm it’s you.', '您尚未设置支付密码，请用登录密码验证身份。', 'Aún no tiene ninguna. Confirme su identidad con la contraseña de acceso.', 'คุณยังไม่ได้ตั้งรหัสผ่านชำระเงิน โปรดยืนยันด้วยรหัสผ่านเข้าสู่ระบบ'],
  note_pay_tries: ['Five wrong attempts lock it for 15 minutes.', '连续输错 5 次将锁定 15 分钟。', 'Tras cinco intentos fallidos se bloquea 15 minutos.', 'หากใส่ผิดห้าครั้งจะถูกล็อก 15 นาที'],
  note_pay_forgotten: ['Forgot it? Contact customer support.', '忘记支付密码？请联系客服。', '¿La ha olvidado? Contacte con atención al cliente.', 'ลืมรหัสผ่าน? โปรดติดต่อฝ่ายบริการลูกค้า'],

  // Authenticator
  google_hint: ['A code from your phone each time you log in or move money.', '登录及资金操作时，需输入手机上的动态验证码。', 'Un código de su teléfono cada vez que inicia sesión o mueve dinero.', 'ใช้รหัสจากโทรศัพท์ทุกครั้งที่เข้าสู่ระบบหรือทำรายการเงิน'],
  scan_title: ['Scan the QR code', '扫描二维码', 'Escanee el código QR', 'สแกนคิวอาร์โค้ด'],
  scan_hint: [
    'Open Google Authenticator or a similar app on your phone, add an account and scan this code.',
    '在手机上打开谷歌验证器等应用，添加账户并扫描此二维码。',
    'Abra Google Authenticator u otra aplicación similar en su teléfono, agregue una cuenta y escanee este código.',
    'เปิด Google Authenticator หรือแอปที่คล้ายกันในโทรศัพท์ เพิ่มบัญชีแล้วสแกนโค้ดนี้',
  ],
  open_app: ['Open in authenticator app', '在验证器应用中打开', 'Abrir en la aplicación de autenticación', 'เปิดในแอปยืนยันตัวตน'],
  secret: ['Or enter this key', '或手动输入密钥', 'O introduzca esta clave', 'หรือกรอกคีย์นี้'],
  enter_title: ['Enter the code', '输入验证码', 'Introduzca el código', 'กรอกรหัส'],
  bind_google: ['Set up authenticator', '绑定谷歌验证器', 'Activar el autenticador', 'ผูกแอปยืนยันตัวตน'],
  google_bound: ['Authenticator is on', '谷歌验证器已绑定', 'Autenticador activado', 'ผูกแอปยืนยันตัวตนแล้ว'],
  google_is_bound: ['Your account asks for a code from the app.', '您的账户已启用谷歌验证。', 'Su cuenta pide un código de la aplicación.', 'บัญชีของคุณขอรหัสจากแอป'],
  clear_google_hint: [
    'To remove it, for example when you change phones, enter a code from the app or a recovery code.',
    '如需解绑（例如更换手机），请输入谷歌验证码或一个恢复码。',
    'Para desvincularlo, por ejemplo si cambia de teléfono, introduzca un código de la aplicación o uno de recuperación.',
    'หากต้องการยกเลิก เช่น เปลี่ยนโทรศัพท์ ให้กรอกรหัสจากแอปหรือรหัสกู้คืน',
  ],
  clear_google: ['Remove authenticator', '解绑谷歌验证器', 'Desactivar el autenticador', 'ยกเลิกแอปยืนยันตัวตน'],
  google_cleared: ['Authenticator removed', '谷歌验证器已解绑', 'Autenticador desactivado', 'ยกเลิกแอปยืนยันตัวตนแล้ว'],
  note_google_lost: ['Lost your phone? Each recovery code works once in place of the app.', '手机丢失？可用恢复码代替，每个恢复码限用一次。', '¿Ha perdido el teléfono? Cada código de recuperación sustituye una vez a la aplicación.', 'โทรศัพท์หาย? รหัสกู้คืนหนึ่งรหัสใช้แทนแอปได้หนึ่งครั้ง'],
  note_google_clock: ['Codes depend on the time: let your phone set its clock automatically.', '验证码与时间有关，请将手机设为自动校时。', 'Los códigos dependen de la hora: active el ajuste automático en su teléfono.', 'รหัสขึ้นอยู่กับเวลา โปรดตั้งเวลาโทรศัพท์เป็นแบบอัตโนมัติ'],

  // Phone
  phone_hint: ['For login codes and security alerts by text message.', '用于接收验证码、登录及安全通知。', 'Para recibir por SMS códigos de acceso y avisos de seguridad.', 'ใช้รับรหัสเข้าสู่ระบบและการแจ้งเตือนความปลอดภัยทาง SMS'],
  mobile: ['Mobile number', '手机号', 'Número de teléfono', 'หมายเลขมือถือ'],
  bind_phone: ['Add mobile number', '绑定手机号', 'Vincular el teléfono', 'ผูกหมายเลขมือถือ'],
  phone_bound: ['Mobile number added', '手机号已绑定', 'Teléfono vinculado', 'ผูกหมายเลขมือถือแล้ว'],
  phone_is_bound: ['Codes and notices are sent to this number.', '验证码和安全提醒将发送至此号码。', 'Los códigos y los avisos se envían a este número.', 'รหัสและการแจ้งเตือนจะส่งไปที่หมายเลขนี้'],
  clear_phone_hint: [
    'To change it, remove this number with a code we send to it, then add the new one.',
    '如需更换手机号，请先用短信验证码解绑，再绑定新号码。',
    'Para cambiarlo, desvincule este número con el código que le enviaremos y vincule después el nuevo.',
    'หากต้องการเปลี่ยน ให้ยกเลิกหมายเลขนี้ด้วยรหัสที่เราส่งไป แล้วผูกหมายเลขใหม่',
  ],
  clear_phone: ['Remove mobile number', '解绑手机号', 'Desvincular el teléfono', 'ยกเลิกหมายเลขมือถือ'],
  phone_cleared: ['Mobile number removed', '手机号已解绑', 'Teléfono desvinculado', 'ยกเลิกหมายเลขมือถือแล้ว'],
});
