/** Strings for the screens that change passwords, the authenticator and the phone. */
import { words } from '#foundation/core/words.ts';

export const accountWords = words({
  // All four screens
  load_failed: ['Your account could not be loaded', '账户信息加载失败', 'No se pudo cargar su cuenta', 'โหลดข้อมูลบัญชีไม่สำเร็จ'],
  good_to_know: ['Good to know', '温馨提示', 'Conviene saber', 'ควรทราบ'],
  note_sessions: ['Afterwards you stay logged in here; every other device is signed out.', '修改成功后，本设备保持登录，其他设备将全部退出。', 'Después seguirá conectado aquí; los demás dispositivos se desconectarán.', 'หลังเปลี่ยนแล้ว อุปกรณ์นี้ยังอยู่ในระบบ ส่วนอุปกรณ์อื่นจะออกจากระบบทั้งหมด'],
  note_hold: [
    'After you remove it, withdrawals and payouts pause for a while, usually 24 hours, so that nobody can empty your wallet unnoticed.',
    '解绑后，提现和代付将暂停一段时间（通常为 24 小时），以防资金被盗转。',
    'Al desvincularlo, los retiros y los pagos se pausan un tiempo, normalmente 24 horas, para que nadie vacíe su monedero sin que usted lo note.',
    'หลังยกเลิก การถอนเงินและจ่ายเงินจะหยุดชั่วคราว ปกติ 24 ชั่วโมง เพื่อไม่ให้ใครโอนเงินออกโดยคุณไม่รู้ตัว',
  ],
  bound: ['Bound', '已绑定', 'Vinculado', 'ผูกแล้ว'],

  // Login password
  password_hint: ['What you log in with.', '用于登录本系统。', 'Con la que entra en el sistema.', 'รหัสที่ใช้เข้าสู่ระบบ'],
  old_password: ['Old password', '原密码', 'Contraseña anterior', 'รหัสผ่านเดิม'],
  new_password: ['New password', '新密码', 'Contraseña nueva', 'รหัสผ่านใหม่'],
  repeat_password: ['New password again', '确认新密码', 'Repita la contraseña nueva', 'รหัสผ่านใหม่อีกครั้ง'],
  change_password: ['Change password', '修改密码', 'Cambiar la contraseña', 'เปลี่ยนรหัสผ่าน'],
  password_changed: ['Your password is changed; other devices are signed out', '密码已修改，其他设备已退出登录', 'Contraseña cambiada; los demás dispositivos se han desconectado', 'เปลี่ยนรหัสผ่านแล้ว อุปกรณ์อื่นออกจากระบบแล้ว'],
  note_password: ['Take 6 to 16 characters without spaces, and none that you use elsewhere.', '密码为 6 到 16 位，不含空格，请勿与其他网站相同。', 'Use de 6 a 16 caracteres sin espacios, y ninguna que use en otro sitio.', 'ใช้ 6 ถึง 16 ตัวอักษร ไม่มีช่องว่าง และไม่ซ้ำกับที่ใช้ที่อื่น'],

  // Payment password
  pay_password_hint: ['What confirms withdrawals, payouts and keys.', '用于确认提现、代付和密钥操作。', 'Con la que confirma retiros, pagos y claves.', 'รหัสที่ใช้ยืนยันการถอนเงิน จ่ายเงิน และคีย์'],
  old_pay_password: ['Old payment password', '原支付密码', 'Contraseña de pago anterior', 'รหัสผ่านชำระเงินเดิม'],
  login_password: ['Login password', '登录密码', 'Contraseña de acceso', 'รหัสผ่านเข้าสู่ระบบ'],
  new_pay_password: ['New payment password', '新支付密码', 'Contraseña de pago nueva', 'รหัสผ่านชำระเงินใหม่'],
  pay_password_digits: ['Six digits', '6 位数字', 'Seis cifras', 'ตัวเลขหกหลัก'],
  repeat_pay_password: ['New payment password again', '确认新支付密码', 'Repita la contraseña de pago nueva', 'รหัสผ่านชำระเงินใหม่อีกครั้ง'],
  set_pay_password: ['Set payment password', '设置支付密码', 'Crear la contraseña de pago', 'ตั้งรหัสผ่านชำระเงิน'],
  change_pay_password: ['Change payment password', '修改支付密码', 'Cambiar la contraseña de pago', 'เปลี่ยนรหัสผ่านชำระเงิน'],
  pay_password_set: ['Your payment password is set', '支付密码已设置', 'Contraseña de pago creada', 'ตั้งรหัสผ่านชำระเงินแล้ว'],
  pay_password_changed: ['Your payment password is changed', '支付密码已修改', 'Contraseña de pago cambiada', 'เปลี่ยนรหัสผ่านชำระเงินแล้ว'],
  note_pay_first: ['You have none yet: the login password proves that it is you.', '您尚未设置支付密码，请用登录密码验证身份。', 'Aún no tiene ninguna: la contraseña de acceso prueba que es usted.', 'คุณยังไม่ได้ตั้ง ใช้รหัสผ่านเข้าสู่ระบบยืนยันตัวตน'],
  note_pay_tries: ['Five wrong tries lock it for 15 minutes.', '连续输错 5 次将锁定 15 分钟。', 'Cinco errores la bloquean 15 minutos.', 'ใส่ผิดห้าครั้งจะถูกล็อก 15 นาที'],
  note_pay_forgotten: ['Forgotten? Please contact business customer service.', '忘记支付密码？请联系商务客服。', '¿La ha olvidado? Contacte con atención comercial.', 'ลืมรหัส? โปรดติดต่อฝ่ายบริการลูกค้าธุรกิจ'],

  // Authenticator
  google_hint: ['A code from your phone at every login, and before money moves.', '登录及资金操作时，需输入手机上的动态验证码。', 'Un código de su teléfono en cada entrada y antes de mover dinero.', 'รหัสจากโทรศัพท์ทุกครั้งที่เข้าสู่ระบบและก่อนเงินเคลื่อนไหว'],
  scan_title: ['Scan the key', '扫描密钥', 'Escanee la clave', 'สแกนคีย์'],
  scan_hint: [
    'Open Google Authenticator or any such app on your phone, add an account and scan this picture.',
    '在手机上打开谷歌验证器等应用，添加账户并扫描此二维码。',
    'Abra Google Authenticator u otra aplicación similar en su teléfono, añada una cuenta y escanee esta imagen.',
    'เปิด Google Authenticator หรือแอปแบบเดียวกันในโทรศัพท์ เพิ่มบัญชีแล้วสแกนภาพนี้',
  ],
  open_app: ['Open in my authenticator app', '在验证器应用中打开', 'Abrir en mi aplicación de autenticación', 'เปิดในแอปยืนยันตัวตนของฉัน'],
  secret: ['Or type this key', '或手动输入密钥', 'O escriba esta clave', 'หรือพิมพ์คีย์นี้'],
  enter_title: ['Enter its code', '输入验证码', 'Introduzca su código', 'กรอกรหัส'],
  bind_google: ['Bind authenticator', '绑定谷歌验证器', 'Vincular el autenticador', 'ผูกแอปยืนยันตัวตน'],
  google_bound: ['The authenticator is bound', '谷歌验证器已绑定', 'Autenticador vinculado', 'ผูกแอปยืนยันตัวตนแล้ว'],
  google_is_bound: ['Your account asks for a code from the app.', '您的账户已启用谷歌验证。', 'Su cuenta pide un código de la aplicación.', 'บัญชีของคุณขอรหัสจากแอป'],
  clear_google_hint: [
    'To remove it, for a new phone for instance, enter a code from the app or one of your recovery codes.',
    '如需解绑（例如更换手机），请输入谷歌验证码或一个恢复码。',
    'Para desvincularlo, por ejemplo si cambia de teléfono, introduzca un código de la aplicación o uno de recuperación.',
    'หากต้องการยกเลิก เช่น เปลี่ยนโทรศัพท์ ให้กรอกรหัสจากแอปหรือรหัสกู้คืน',
  ],
  clear_google: ['Remove authenticator', '解绑谷歌验证器', 'Desvincular el autenticador', 'ยกเลิกแอปยืนยันตัวตน'],
  google_cleared: ['The authenticator is removed', '谷歌验证器已解绑', 'Autenticador desvinculado', 'ยกเลิกแอปยืนยันตัวตนแล้ว'],
  note_google_lost: ['Lost the phone? A recovery code replaces the app once.', '手机丢失？每个恢复码可使用一次。', '¿Ha perdido el teléfono? Un código de recuperación sustituye una vez a la aplicación.', 'โทรศัพท์หาย? รหัสกู้คืนหนึ่งรหัสใช้แทนแอปได้หนึ่งครั้ง'],
  note_google_clock: ['The codes follow the clock: let your phone set it by itself.', '验证码与时间有关，请将手机设为自动校时。', 'Los códigos dependen de la hora: deje que el teléfono la ajuste solo.', 'รหัสขึ้นกับเวลา โปรดให้โทรศัพท์ตั้งเวลาอัตโนมัติ'],

  // Phone
  phone_hint: ['For codes by message, for logging in, and to be told when something happens.', '用于接收验证码、登录及安全通知。', 'Para códigos por SMS, para entrar y para recibir avisos.', 'ใช้รับรหัสทางข้อความ เข้าสู่ระบบ และรับการแจ้งเตือน'],
  mobile: ['Mobile number', '手机号', 'Móvil', 'หมายเลขมือถือ'],
  bind_phone: ['Bind mobile number', '绑定手机', 'Vincular el móvil', 'ผูกหมายเลขมือถือ'],
  phone_bound: ['Your mobile number is bound', '手机已绑定', 'Móvil vinculado', 'ผูกหมายเลขมือถือแล้ว'],
  phone_is_bound: ['Codes and notices go to this number.', '验证码和通知将发送至此号码。', 'Los códigos y avisos van a este número.', 'รหัสและการแจ้งเตือนจะส่งไปที่หมายเลขนี้'],
  clear_phone_hint: [
    'To change the number, remove this one by a code that is sent to it, then bind the new one.',
    '如需更换手机号，请先用短信验证码解绑，再绑定新号码。',
    'Para cambiarlo, desvincule este con un código que se le envía y vincule después el nuevo.',
    'หากต้องการเปลี่ยน ให้ยกเลิกหมายเลขนี้ด้วยรหัสที่ส่งไป แล้วผูกหมายเลขใหม่',
  ],
  clear_phone: ['Remove mobile number', '解绑手机', 'Desvincular el móvil', 'ยกเลิกหมายเลขมือถือ'],
  phone_cleared: ['The mobile number is removed', '手机已解绑', 'Móvil desvinculado', 'ยกเลิกหมายเลขมือถือแล้ว'],
});
