// @vitest-environment happy-dom
import { Editor } from '@tiptap/core'
import { expect, it } from 'vitest'
import { textExtensions } from '#web/editor/extensions.ts'
import { type } from '#web/editor/type-keys.fixture.ts'
import { russianQuote, Typography } from '#web/editor/typography.ts'

it.each([
  ['', '«'],
  ['Он сказал: ', '«'],
  ['(', '«'],
  ['Он сказал: «Да', '»'],
  ['«', '„'],
  ['Роман «Герой ', '„'],
  ['Роман «Герой „нашего', '“'],
  ['Роман «Герой „нашего“ времени', '»'],
  ['«Раз» и ', '«'],
  ['кое-что', '»'],
  ['\ufffc', '«'],
  ['«Площадь \ufffc', '»'],
  ['«Стихи\n', '„'],
])('after «%s» comes %s', (before, quote) => expect(russianQuote(before)).toBe(quote))

const typedAfter = (content: string, text: string) => {
  const editor = new Editor({
    element: document.createElement('div'),
    extensions: [...textExtensions('lesson'), Typography],
    content,
  })
  editor.commands.setTextSelection(editor.state.doc.content.size)
  type(editor, text)
  const html = editor.getHTML()
  editor.destroy()
  return html
}

it.each([
  ['<p></p>', '**Термин** - это', '<p><strong>Термин</strong> — это</p>'],
  ['<p></p>', '\u0002Термин\u0002 - это', '<p><strong>Термин</strong> — это</p>'],
  ['<p></p>', '\u0002Термин - это\u0002', '<p><strong>Термин — это</strong></p>'],
  ['<p></p>', '**Термин** -- это', '<p><strong>Термин</strong> — это</p>'],
  ['<p></p>', '`git add` - это', '<p><code>git add</code> — это</p>'],
  ['<p></p>', '**Да**"нет', '<p><strong>Да</strong>»нет</p>'],
  ['<p></p>', '**Да**... нет', '<p><strong>Да</strong>… нет</p>'],
  [
    '<p>«Площадь <span data-type="inline-math" data-latex="x"></span></p>',
    '" и',
    '<p>«Площадь <span data-type="inline-math" data-latex="x"></span>» и</p>',
  ],
  ['<p>«Стихи<br></p>', '"слово"', '<p>«Стихи<br>„слово“</p>'],
])('in %s «%s» makes %s', (content, text, made) => expect(typedAfter(content, text)).toBe(made))

it.each([
  [' - это', ' — это'],
  ['... это', '… это'],
  ['"это', '»это'],
])('a link stays whole when «%s» is typed after it', (text, made) => {
  const link = '<a href="https://example.org">Сайт</a>'
  const expected = typedAfter(`<p>${link}</p>`, '№').replace('№', made)
  expect(typedAfter(`<p>${link}</p>`, text)).toBe(expected)
})
