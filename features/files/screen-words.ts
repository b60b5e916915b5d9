/** Strings of the picture field. */
import { words } from '#foundation/core/words.ts';

export const fileScreenWords = words({
  drop_here: ['Drag a picture here, or', '将图片拖到此处，或', 'Arrastre una imagen aquí, o', 'ลากภาพมาวางที่นี่ หรือ'],
  drop_now: ['Drop to upload', '松开即可上传', 'Suelte para subirla', 'ปล่อยเพื่ออัปโหลด'],
  choose: ['Choose a picture', '选择图片', 'Elegir imagen', 'เลือกภาพ'],
  choose_for: ['{field}: choose a picture', '{field}：选择图片', '{field}: elegir una imagen', '{field}: เลือกภาพ'],
  replace: ['Replace', '更换', 'Cambiar', 'เปลี่ยน'],
  replace_for: ['{field}: replace the picture', '{field}：更换图片', '{field}: cambiar la imagen', '{field}: เปลี่ยนภาพ'],
  remove: ['Remove', '移除', 'Quitar', 'ลบ'],
  remove_for: ['{field}: remove the picture', '{field}：移除图片', '{field}: quitar la imagen', '{field}: ลบภาพ'],
  limits: ['JPEG, PNG or WebP, up to {megabytes, number} MB', 'JPEG、PNG 或 WebP，不超过 {megabytes, number} MB', 'JPEG, PNG o WebP, {megabytes, number} MB como máximo', 'JPEG, PNG หรือ WebP ไม่เกิน {megabytes, number} MB'],
  uploading: ['Uploading {percent, number}%', '正在上传 {percent, number}%', 'Subiendo: {percent, number} %', 'กำลังอัปโหลด {percent, number}%'],
  checking: ['Checking the picture…', '正在检查图片……', 'Comprobando la imagen…', 'กำลังตรวจสอบภาพ…'],
  uploaded: ['Uploaded', '已上传', 'Subida', 'อัปโหลดแล้ว'],
  picture_failed: ['This picture couldn’t be loaded.', '图片加载失败。', 'No se pudo cargar la imagen.', 'โหลดภาพไม่สำเร็จ'],
  picture_again: ['Reload', '重新加载', 'Volver a cargar', 'โหลดใหม่'],
});
