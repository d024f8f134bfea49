import { expect, it } from 'vitest'
import { letterHtml } from '#server/mail/letter-html.ts'

const html = (text: string) => letterHtml(text, { title: 'Школа', name: '', logo: null })

it('a letter keeps how far its lines are indented: of code and of lists in lists', () => {
  const pre = /<pre style="[^"]*white-space:pre-wrap[^"]*">(.*)<\/pre>/
  const text = html('Код:\n\nif a:\n    b()\n\tc()  # d')
  expect(text).toContain('>Код:</p>')
  expect(pre.exec(text)?.[1]).toBe('if a:<br>    b()<br>\tc()  # d')
})
