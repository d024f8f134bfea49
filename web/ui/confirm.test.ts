// @vitest-environment happy-dom
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { confirm, type OpenQuestion, useQuestion } from '#web/ui/confirm.ts'

let shown: OpenQuestion | undefined
const Shown = () => {
  shown = useQuestion()
  return null
}

test('a question that is asked already is not asked a second time', async () => {
  createRoot(document.createElement('div')).render(createElement(Shown))
  const question = { title: 'Отправить ответы?', text: 'Без ответа 1 вопрос.' }
  const [first, again] = [confirm(question), confirm(question)]
  const [act, other] = [confirm({ ...question, accept: 'Да' }), confirm({ ...question, title: 'Удалить?' })]
  expect(await again).toBe(false)
  await expect.poll(() => shown?.title).toBe('Отправить ответы?')
  shown?.answer(true)
  expect(await first).toBe(true)
  // the same words before another act
  await expect.poll(() => shown?.accept).toBe('Да')
  shown?.answer(true)
  expect(await act).toBe(true)
  await expect.poll(() => shown?.title).toBe('Удалить?')
  shown?.answer(true)
  expect(await other).toBe(true)
  await expect.poll(() => shown).toBeUndefined()
})
