import { describe, expect, it } from 'vitest'
import { programDisguisedAs, seeType } from '#server/uploads/file-type.ts'
import {
  elf,
  installer,
  machO,
  packageOf,
  portable,
  shortcut,
  universalMachO,
  wordDocument,
} from '#server/uploads/programs.fixture.ts'

const disguise = async (name: string, bytes: Buffer) =>
  programDisguisedAs(name, await seeType(bytes, { name, type: '' }))

describe('a program', () => {
  it.each([
    ['of Windows', portable()],
    ['of Windows 3.1', portable('NE')],
    ['of Linux', elf],
    ['of macOS', machO],
    ['of macOS for two processors', universalMachO],
    ['that a shortcut starts', shortcut],
    ['in an installer', installer],
    ['in the patch of an installer', packageOf('86100c0000000000c000000000000046')],
  ])('%s is not accepted as something else', async (_what, bytes) => {
    for (const name of ['Отчёт.pdf', 'фото.JPG', 'a.docx', 'a.doc', 'a.txt', 'main.py', 'main.ts', 'a.zip', 'film.mp4'])
      expect(await disguise(name, bytes)).toBe(/\.\w+$/.exec(name)?.[0])
    expect(await disguise('a.exe.pdf', bytes)).toBe('.pdf')
    // as Windows would call it
    expect(await disguise('a.pdf. .', bytes)).toBe('.pdf')
  })

  it.each([
    ...[portable(), elf, shortcut, installer].flatMap((bytes) => [
      ['setup.exe', bytes] as const,
      ['библиотека.dll', bytes] as const,
      ['a.out', bytes] as const,
      ['прошивка.bin', bytes] as const,
      ['панель.cpl', bytes] as const,
      ['ярлык.lnk', bytes] as const,
      ['пакет.msi', bytes] as const,
      ['модуль.so.1', bytes] as const,
      ['без расширения', bytes] as const,
      ['эффект.vst3', bytes] as const,
    ]),
  ])('%s says what it is, or nothing', async (name, bytes) => {
    expect(await disguise(name, bytes)).toBeNull()
  })
})

describe('what is no program', () => {
  it.each([
    ['a text that begins with the letters of one', 'заметки.txt', Buffer.from('MZ — две буквы\n')],
    ['bytes that begin with its letters', 'данные.csv', Buffer.from('MZ\u00ff'.repeat(40), 'latin1')],
    ['a few bytes of one', 'a.pdf', Buffer.from('MZ\0\0')],
    ['an old document', 'a.doc', wordDocument],
    ['an old document under another name', 'a.pdf', wordDocument],
    ['the beginning of an old document', 'a.doc', installer.subarray(0, 520)],
    ['a class of Java', 'a.pdf', Buffer.from('cafebabe0000003400000000', 'hex')],
    ['a package', 'игра.jar', Buffer.from('504b0506000000000000000000000000000000000000', 'hex')],
    ['nothing', 'a.pdf', Buffer.alloc(0)],
  ])('%s is accepted', async (_what, name, bytes) => {
    expect(await disguise(name, bytes)).toBeNull()
  })

  it('is served by the type of its name where a text begins like a program', async () => {
    const { type } = await seeType(Buffer.from('MZ — две буквы\n'), { name: 'a.md', type: '' })
    expect(type).toBe('text/markdown')
  })
})
