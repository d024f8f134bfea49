import { expect, it } from 'vitest'
import { letterHtml } from '#server/mail/letter-html.ts'

it('a letter keeps how far its lines are indented: of code and of lists in lists', () => {
  const html = letterHtml('Код:\n\nif a:\n    b()', { title: 'Школа', name: '', logo: null })
  expect(html).toContain('if a:<br>\u00a0\u00a0\u00a0\u00a0b()</p>')
})
