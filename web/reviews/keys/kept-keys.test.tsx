// @vitest-environment happy-dom
import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDeskKey, useDeskKeys, useFormKeys } from '#web/reviews/keys/desk-keys.ts'
import { awaitForm } from '#web/reviews/keys/kept-keys.ts'

/** What the forms have answered, by «7: 1». */
let answers: string[] = []
let root: Root

const Form = ({ taskId }: { taskId: number }) => {
  const [marks, setMarks] = useState('')
  const [chosen, setChosen] = useState(false)
  // each acts on what is drawn, as the fields of a verdict do
  useDeskKey('criterion', (digit) => setMarks(`${marks}${digit}`))
  useDeskKey('accept', () => {
    setChosen(true)
    document.querySelector('button')?.focus()
  })
  useDeskKey('comment', () => document.querySelector('textarea')?.focus())
  useDeskKey('confirm', () => answers.push(`${taskId}: ${marks}`))
  useFormKeys(taskId, true)
  return (
    <form data-verdict-form>
      <button type="button" data-chosen={chosen || undefined}>
        {marks}
      </button>
      <textarea />
    </form>
  )
}

const Desk = ({ taskId }: { taskId: number | null }) => {
  useDeskKeys(5)
  useDeskKey('next', () => answers.push('next'))
  return taskId !== null && <Form key={taskId} taskId={taskId} />
}

const show = (taskId: number | null) => act(async () => root.render(<Desk taskId={taskId} />))
const marks = () => document.querySelector('button')?.textContent

const press = (...keys: string[]) =>
  act(async () => {
    for (const key of keys) {
      const code = /\d/.test(key) ? `Digit${key}` : key.length === 1 ? `Key${key.toUpperCase()}` : key
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }))
    }
  })

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers({ toFake: ['Date'] })
  answers = []
  document.body.innerHTML = '<main></main>'
  root = createRoot(document.querySelector('main') as HTMLElement)
})
afterEach(async () => {
  await act(async () => root.unmount())
  awaitForm(null)
  vi.useRealTimers()
})

test('keys wait for the form of the task that was opened, and act in their order', async () => {
  await show(6)
  awaitForm(7)
  await press('1', '2', '3', 'a', 'Enter', '4')
  expect([marks(), answers]).toEqual(['', []])
  await show(null)
  await show(7)
  // what follows the verdict is not about this task
  expect([marks(), answers]).toEqual(['123', ['7: 123']])
  await press('5')
  expect(marks()).toBe('1235')
})

test('keys for a task that was left reach no other', async () => {
  await show(null)
  awaitForm(7)
  await press('1', 'a', 'j')
  expect(answers).toEqual(['next'])
  awaitForm(8)
  await show(8)
  await press('Enter')
  expect([marks(), answers]).toEqual(['', ['next']])
})

test('keys that have waited too long are dropped together', async () => {
  await show(null)
  awaitForm(7)
  await press('1', '2')
  vi.setSystemTime(Date.now() + 11_000)
  await press('3')
  await show(7)
  expect(marks()).toBe('')
})

/** What is typed into fields. */
const typedTexts = () => {
  const typed: string[] = []
  Object.assign(document, { execCommand: (_name: string, _shown: boolean, text: string) => typed.push(text) })
  return typed
}

test('the text after the key of a field is no other key', async () => {
  const typed = typedTexts()
  await show(null)
  awaitForm(7)
  await press('c', 'j', '1', 'a')
  await show(7)
  expect([marks(), typed, answers]).toEqual(['', ['j', '1', 'a'], []])
})

test('a text that is typed for longer than keys wait stays a text', async () => {
  const typed = typedTexts()
  await show(null)
  awaitForm(7)
  await press('c', 'j')
  vi.setSystemTime(Date.now() + 8_000)
  await press('a')
  vi.setSystemTime(Date.now() + 8_000)
  await press('j')
  await show(7)
  expect([typed, answers]).toEqual([['j', 'a', 'j'], []])
})

test('keys are dropped where the person types elsewhere by the time the form is there', async () => {
  const typed = typedTexts()
  await show(null)
  awaitForm(7)
  await press('1', '2', 'a')
  const search = document.body.appendChild(document.createElement('input'))
  search.focus()
  await show(7)
  expect([marks(), typed]).toEqual(['', []])
})

test('the keys of an open menu are not kept', async () => {
  await show(null)
  awaitForm(7)
  document.body.setAttribute('role', 'menu')
  await press('1')
  document.body.removeAttribute('role')
  await show(7)
  expect(marks()).toBe('')
})
