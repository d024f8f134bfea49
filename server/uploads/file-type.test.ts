import sharp from 'sharp'
import { expect, test } from 'vitest'
import { isAccepted, isDisguised, seeType } from '#server/uploads/file-type.ts'

const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#256af4' } })
  .png()
  .toBuffer()
const text = (content: string, encoding?: BufferEncoding) => Buffer.from(content, encoding)
const hex = (digits: string) => Buffer.from(digits, 'hex')
const mp4 = Buffer.concat([hex('00000018'), text('ftypisom'), hex('00000200'), text('isomiso2')])
const zip = hex('504b0506000000000000000000000000000000000000')
const cfb = Buffer.concat([hex('d0cf11e0a1b11ae1'), Buffer.alloc(600)])
const html = text('<!doctype html><script>alert(1)</script>')
const windows1251 = hex('cff0e8e2e5f22c20ece8f0210a')

test.each([
  // bytes with a signature
  ['a picture', png, 'a.png', 'image/png', 'image/png'],
  ['a picture with another name', png, 'договор.pdf', 'application/pdf', 'image/png'],
  ['a PDF that is called a picture', text('%PDF-1.7\n'), 'a.png', 'image/png', 'application/pdf'],
  ['a film', mp4, 'a.mp4', 'video/mp4', 'video/mp4'],
  // packages with the same signature
  ['a package', zip, 'a.zip', 'application/x-zip-compressed', 'application/zip'],
  [
    'a package with an office name',
    zip,
    'Отчёт.DOCX',
    '',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
  ['a package with a web page’s name', zip, 'a.html', 'text/html', 'application/zip'],
  ['an old office document', cfb, 'a.doc', 'application/msword', 'application/msword'],
  ['an old package with no name', cfb, 'a', '', 'application/x-cfb'],
  // texts, by their names first
  ['a text', text('Привет, мир!\n'), 'a.txt', 'text/plain', 'text/plain'],
  ['a table', text('имя;балл\n'), 'a.csv', 'application/vnd.ms-excel', 'text/csv'],
  ['captions', text('WEBVTT\n\n'), 'a.vtt', '', 'text/vtt'],
  ['captions without a name', text('WEBVTT\n\n'), 'a', 'application/octet-stream', 'text/vtt'],
  ['a web page', html, 'a.html', 'text/html', 'text/html'],
  ['a web page that says it is a text', html, 'a.txt', 'text/html', 'text/plain'],
  ['a web page that is called a picture', html, 'a.png', 'image/png', 'text/plain'],
  ['a drawing', text('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.svg', 'image/svg+xml', 'image/svg+xml'],
  ['a drawing with a preamble', text('<?xml version="1.0"?><svg/>'), 'a.svg', 'image/svg+xml', 'image/svg+xml'],
  ['XML', text('<?xml version="1.0"?><a/>'), 'a.xml', '', 'application/xml'],
  ['data', text('{"a": 1}'), 'a.json', 'application/json', 'application/json'],
  ['a program', text('print("Привет")\n'), 'main.py', 'text/x-python', 'text/x-python'],
  ['a program that browsers call a film', text('const a = 1\n'), 'a.ts', 'video/mp2t', 'text/plain'],
  ['a text of UTF-16', Buffer.concat([hex('fffe'), text('Привет', 'utf16le')]), 'a.txt', '', 'text/plain'],
  ['a text that ends in the middle of a sign', text('Привет').subarray(0, 11), 'a.txt', '', 'text/plain'],
  ['nothing', Buffer.alloc(0), 'a.txt', '', 'text/plain'],
  // everything else
  ['a text of another alphabet', windows1251, 'a.txt', 'text/plain', 'application/octet-stream'],
  ['noise', hex('00ff13370badc0de'), 'a.mp4', 'video/mp4', 'application/octet-stream'],
  ['noise that says it is a text', hex('00ff13370badc0de'), 'a.html', 'text/html', 'application/octet-stream'],
] as const)('%s', async (_what, bytes, name, type, expected) => {
  expect((await seeType(bytes, { name, type })).type).toBe(expected)
})

test.each([
  ['a.png', png, 'image/*', true],
  ['a.png', png, '.png', true],
  ['a.png', png, 'png', true],
  ['a.png', html, 'image/*', false],
  ['a.png', html, '.png', false],
  ['a.jpg', png, '.jpg', false],
  ['a.pdf', png, '.pdf', false],
  ['a.pdf', hex('00ff1337'), '.pdf', false],
  ['a.mov', mp4, '.mov', true],
  ['a.mp4', png, '.mp4', false],
  ['a.docx', zip, '.docx', true],
  ['a.doc', cfb, '.doc', true],
  ['a.doc', png, '.doc', false],
  ['a.sb3', zip, '.sb3', true],
  ['a.sb3', png, '.sb3', false],
  ['main.py', text('print(1)'), '.py', true],
  ['a.txt', windows1251, '.txt', true],
  ['a.txt', png, '.txt', false],
  ['a.vtt', text('WEBVTT\n\n'), '.vtt', true],
  ['a.vtt', text('1\n00:00:01,000 --> 00:00:02,000\nПривет\n'), '.vtt', true],
  ['main.ts', text('const a = 1\n'), '.ts', true],
  ['a.pdf', text('\n\n%PDF-1.4\n'), '.pdf', true],
  ['a.svg', text('<svg xmlns="http://www.w3.org/2000/svg"/>'), '.svg', true],
  ['a.jar', zip, '.jar', true],
  ['a.exe', zip, '.exe', false],
])('%s with what it has is allowed by %s', async (name, bytes, entry, allowed) => {
  const seen = await seeType(bytes, { name, type: '' })
  expect(isAccepted({ name, size: bytes.length }, seen, [entry])).toBe(allowed)
  expect(isAccepted({ name, size: bytes.length }, seen, ['.zzz', entry])).toBe(allowed)
})

test.each([
  ['Отчёт.pdf', html, true],
  ['Отчёт.PDF', zip, true],
  ['Отчёт.docx', text('{\\rtf1}'), true],
  ['Отчёт.docx', text('%PDF-1.7\n'), true],
  ['Отчёт.docx', zip, false],
  ['под паролем.docx', cfb, false],
  ['старый.doc', text('{\\rtf1\\ansi}'), false],
  ['Отчёт.doc', html, false],
  ['архив.zip', zip, false],
  ['архив.zip', png, true],
  ['фото.jpg', text('не фото'), true],
  ['фото.jfif', hex('ffd8ffe000104a46494600010100000100010000ffd9'), false],
  ['данные.csv', windows1251, false],
  ['данные.csv', zip, true],
  ['код.py', png, true],
  ['код.go', text('package main\n'), false],
  ['запуск.bat', text('@echo off\r\n'), false],
  ['модель.fbx', text('; FBX 7.3.0 project file\n'), false],
  ['модель.stl', hex('00'.repeat(100)), false],
  ['ноты.zzz', hex('00ff13370badc0de'), false],
  ['без расширения', png, false],
  ['пусто.txt', Buffer.alloc(0), false],
])('%s: whether its bytes are something else', async (name, bytes, disguised) => {
  expect(isDisguised(name, await seeType(bytes, { name, type: '' }))).toBe(disguised)
})
