/** Texts that say why a request body can't be read, for the developer of the client. */
import { words } from './words.ts';

export const bodyTexts = words({
  body_bom: ['The body starts with a byte order mark (BOM); send it without one', '请求正文以字节顺序标记（BOM）开头，请去掉后再发送', 'El cuerpo empieza con una marca de orden de bytes (BOM); envíelo sin ella', 'เนื้อหาขึ้นต้นด้วย BOM (byte order mark) โปรดส่งโดยไม่มี BOM'],
  body_not_utf8: ['The body isn’t valid UTF-8', '请求正文不是有效的 UTF-8 编码', 'El cuerpo no es UTF-8 válido', 'เนื้อหาไม่ใช่ UTF-8 ที่ถูกต้อง'],
  body_not_json: ['The body isn’t valid JSON', '请求正文不是有效的 JSON', 'El cuerpo no es JSON válido', 'เนื้อหาไม่ใช่ JSON ที่ถูกต้อง'],
  body_not_object: ['The body must be a single JSON object', '请求正文须为一个 JSON 对象', 'El cuerpo debe ser un único objeto JSON', 'เนื้อหาต้องเป็นออบเจกต์ JSON หนึ่งรายการ'],
  body_not_form: ['The body isn’t a valid form (application/x-www-form-urlencoded)', '请求正文不是有效的表单（application/x-www-form-urlencoded）', 'El cuerpo no es un formulario válido (application/x-www-form-urlencoded)', 'เนื้อหาไม่ใช่ฟอร์มที่ถูกต้อง (application/x-www-form-urlencoded)'],
  name_twice: ['{name} appears more than once; send each field only once', '字段 {name} 出现多次，每个字段只能传递一次', '{name} aparece más de una vez; envíe cada campo una sola vez', '{name} ปรากฏมากกว่าหนึ่งครั้ง โปรดส่งแต่ละช่องเพียงครั้งเดียว'],
  body_encoded: ['The body is sent with content encoding {encoding}; send it without one', '请求正文使用了内容编码 {encoding}，请不编码直接发送', 'El cuerpo lleva la codificación {encoding}; envíelo sin codificar', 'เนื้อหาถูกเข้ารหัสแบบ {encoding} โปรดส่งโดยไม่เข้ารหัส'],
  body_charset: ['The content type declares the character set {charset}; use UTF-8', '内容类型指定了字符集 {charset}，请使用 UTF-8', 'El tipo de contenido indica el juego de caracteres {charset}; envíe UTF-8', 'ชนิดเนื้อหาระบุชุดอักขระ {charset} โปรดส่งเป็น UTF-8'],
  body_kind: ['Send the body as application/json or application/x-www-form-urlencoded', '请求正文须为 application/json 或 application/x-www-form-urlencoded', 'Envíe el cuerpo como application/json o application/x-www-form-urlencoded', 'ส่งเนื้อหาเป็น application/json หรือ application/x-www-form-urlencoded'],
});
export type BodyFaultName = keyof typeof bodyTexts;
