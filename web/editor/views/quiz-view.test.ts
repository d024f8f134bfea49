// @vitest-environment happy-dom
import { Editor } from '@tiptap/core'
import { expect, it } from 'vitest'
import { textExtensions } from '#web/editor/extensions.ts'
import { quizTitles } from '#web/editor/quiz-titles.ts'

it('a quiz in the text is shown by its title, and one of another lesson as missing once the titles are known', () => {
  const element = document.createElement('div')
  const content = '<div data-quiz="3"></div><div data-quiz="77"></div>'
  const editor = new Editor({ element, extensions: textExtensions('lesson'), content })
  const shown = () => [...element.querySelectorAll('[data-quiz]')].map(({ textContent }) => textContent)
  expect(shown()).toEqual(['Тест', 'Тест'])
  const titles = new Map([['3', 'О сетке']])
  quizTitles.set({ titles, isComplete: false })
  expect(shown()).toEqual(['Тест «О сетке»', 'Тест'])
  quizTitles.set({ titles, isComplete: true })
  expect(shown()).toEqual(['Тест «О сетке»', 'Этого теста в уроке нет: уберите его и добавьте новый'])
  editor.destroy()
})
