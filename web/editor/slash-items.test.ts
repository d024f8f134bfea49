import { expect, it } from 'vitest'
import type { richUses } from '#contract/content/rich-text.ts'
import { commandsOf } from '#web/editor/commands.ts'
import { slashItems } from '#web/editor/slash-items.ts'

const labels = (typed: string, use: keyof typeof richUses = 'lesson', files = true) =>
  slashItems(commandsOf(use, { files }), typed).map(({ command }) => command.label)

it('offers everything in its groups', () => {
  const groups = slashItems(commandsOf('lesson', { files: true }), '').map(({ group }) => group)
  expect([...new Set(groups)]).toEqual(['Текст', 'Списки', 'Вставить', 'Выделить'])
  expect(groups).toEqual(groups.toSorted((a, b) => [...new Set(groups)].indexOf(a) - [...new Set(groups)].indexOf(b)))
})

it.each([
  ['таб', ['Таблица']],
  ['ЗАГ', ['Заголовок', 'Подзаголовок', 'Малый подзаголовок']],
  ['спойлер', ['Раскрывающийся блок']],
  ['заметку', ['На заметку']],
  ['фото', ['Картинка']],
  ['latex', ['Формула', 'Формула отдельно']],
  ['формула отд', ['Формула отдельно']],
  ['нет такого', []],
  [' или', []],
])('finds by «%s»', (typed, found) => expect(labels(typed)).toEqual(found))

it('puts the best first', () => expect(labels('под')[0]).toBe('Подзаголовок'))

it('offers only what the use has, and files only where they can be sent', () => {
  expect(labels('', 'answer')).not.toContain('Осторожно')
  expect(labels('', 'organisation')).not.toContain('Список дел')
  expect(labels('', 'lesson', false)).not.toContain('Картинка')
  expect(labels('тест')).toEqual([])
  const ofLesson = commandsOf('lesson', { files: true, quizzes: true })
  expect(slashItems(ofLesson, 'тест').map(({ command }) => command.label)).toEqual(['Тест'])
})
