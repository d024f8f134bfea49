import { expect, it } from 'vitest'
import { plainTextOf } from '#server/content/plain-text.ts'
import { textWithLines } from '#server/content/text-with-lines.ts'

const lines = (html: string, max = 1000) => textWithLines(html, 'https://site.example', max)

it.each([
  ['<p>Раз</p><p>Два<br>три</p>', 'Раз\n\nДва\nтри'],
  ['<h2>План</h2><ul><li><p>раз</p></li><li><p>два</p></li></ul><p>Всё</p>', 'План\n\n— раз\n— два\n\nВсё'],
  ['<ol><li>раз<ul><li>внутри</li></ul></li><li>два</li></ol>', '1. раз\n  — внутри\n2. два'],
  [
    '<p>С 30 <b>декабря</b>: <a href="/calendar">расписание</a>.</p>',
    'С 30 декабря: расписание (https://site.example/calendar).',
  ],
  [
    '<p><a href="https://a.example/x">https://a.example/x</a>, <a href="https://b.example">b.example</a></p>',
    'https://a.example/x, b.example',
  ],
  [
    '<p><a href="mailto:a@b.example">Пишите</a> <a href="mailto:a@b.example">a@b.example</a></p>',
    'Пишите (a@b.example) a@b.example',
  ],
  ['<p>Как <i>так</i>?</p><p></p><p> </p><p>Вот</p>', 'Как так?\n\nВот'],
  [
    '<table><tbody><tr><th>День</th><th>Час</th></tr><tr><td><p>вторник</p></td><td><p>9:00</p></td></tr></tbody></table>',
    'День | Час\nвторник | 9:00',
  ],
  ['<p>Площадь <span data-type="inline-math" data-latex="\\pi r^2"></span> круга</p>', 'Площадь \\pi r^2 круга'],
  ['<ul><li><a href="https://a.example">Тут</a></li></ul>', '— Тут (https://a.example)'],
  [
    '<p>Код:</p><pre><code>if a &lt; 1:\n    b()\n\n  c()\n</code></pre><p>Всё</p>',
    'Код:\n\nif a < 1:\n    b()\n\n  c()\n\nВсё',
  ],
  ['<pre><code>  a\n  b</code></pre>', '  a\n  b'],
  ['<p></p><pre><code>\n  &lt;b&gt;\n  &amp;c</code></pre>', '  <b>\n  &c'],
  ['<ol start="5"><li>пять</li><li>шесть</li></ol>', '5. пять\n6. шесть'],
  [
    '<ul data-type="taskList"><li data-checked="true"><p>есть</p></li><li data-checked="false"><p>нет</p></li></ul>',
    '[x] есть\n[ ] нет',
  ],
])('%s', (html, expected) => {
  expect(lines(html)).toBe(expected)
})

it('reads no more of a text than is asked for, and a word of it', () => {
  expect(lines('<p>слово</p>'.repeat(100), 20)).toBe('слово\n\nслово\n\nслово\n\nслово')
})

it.each([
  ['code with many spaces', `<pre><code>а${' '.repeat(200_000)}б</code></pre>`, `а${' '.repeat(200_000)}б`],
  ['many links', `${'а'.repeat(100_000)}${'<a href="/">б</a>'.repeat(20_000)}`, 'а'.repeat(100_000)],
])('%s cost little', (_, html, text) => expect(lines(html)).toBe(text))

it('a text in one line has no space at tags within a sentence, and one between blocks', () => {
  expect(plainTextOf('Курс <b>«Сетки»</b>: <a href="/x">вот</a>.')).toBe('Курс «Сетки»: вот.')
  expect(plainTextOf('<ul><li>раз</li><li>два</li></ul>три<br>четыре<p>пять</p>')).toBe('раз два три четыре пять')
})
