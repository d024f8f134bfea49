import sharp from 'sharp'
import { expect, it } from 'vitest'
import { importing } from '#server/imports/imports.fixture.ts'
import { ommlToLatex } from '#server/imports/omml-latex.ts'
import { scormZip, zipOf } from '#server/scorm/scorm.factory.ts'
import { testApp } from '#server/testing/app.ts'

const app = await testApp()
const { run } = importing(app)
const teacher = await app.signedIn({ role: 'teacher' })

const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#256af4' } })
  .png()
  .toBuffer()

const lessonOf = async (id: number) =>
  (await app.call('GET', `/api/lessons/${id}`, { token: teacher.token })).body.lesson
const courseOf = async (id: number) =>
  (await app.call('GET', `/api/courses/${id}`, { token: teacher.token })).body.course
const names = (rows: { name: string }[]) => rows.map(({ name }) => name)

it('one text of Markdown becomes a lesson', async () => {
  const markdown = [
    '---\ntitle: "Сетка"\nminutes: 12\n---\n# Не название\n',
    'Шаг **важен**, <script>alert(1)</script> и $a^2 < b$.\n',
    '## Дальше\n\n- раз\n- два\n\nДела:\n\n- [x] готово\n- [ ] нет\n',
    '| а | б |\n|---|---|\n| 1 | 2 |\n\n```ts\nconst a = 1 < 2\n```\n\n$$\nE = mc^2\n$$\n',
    '![схема](https://a.example/b.png) и [ссылка](https://a.example)',
  ].join('\n')
  const made = await run(teacher, 'markdown', { bytes: Buffer.from(markdown), name: '01 сетка.md' })
  expect([made.status, made.warnings]).toEqual([
    'done',
    ['Урок «Сетка»: картинка с другого сайта стала ссылкой (https://a.example/b.png).'],
  ])
  const { name, own_minutes, content, status } = await lessonOf(made.lesson_ids[0])
  expect([name, own_minutes, status.slug]).toEqual(['Сетка', 12, 'draft'])
  expect(content).toContain('<span data-type="inline-math" data-latex="a^2 &lt; b"></span>')
  expect(content).toContain('<div data-type="block-math" data-latex="E = mc^2"></div>')
  expect(content).toContain('<ul><li><p>раз</p></li><li><p>два</p></li>')
  expect(content).toContain('<ul data-type="taskList"><li data-checked="true"><p>готово</p></li>')
  expect(content).toContain('<code class="language-ts">const a = 1 &lt; 2')
  expect(content).toMatch(/<table>\s*<tbody>\s*<tr>\s*<th>а<\/th>/)
  expect(content).not.toMatch(/script|alert/)
  expect((await courseOf(made.course_id)).name).toBe('сетка')
})

it('footnotes of Markdown are put at its end, and what is crossed out stays so', async () => {
  const markdown = [
    '# Сетка',
    'По книге[^1] и ~~зря~~ дальше[^b], но не [^z].',
    '[^1]: Чихольд, **1928**',
    '[^b]: Брингхерст[^v]\n\n    Глава вторая',
    '[^v]: Второе издание\n[^d]: Ничья',
    'Конец',
  ]
  const bytes = Buffer.from(markdown.join('\n\n'))
  const made = await run(teacher, 'markdown', { bytes, name: 'сетка.md' })
  expect(made.warnings).toEqual([])
  expect((await lessonOf(made.lesson_ids[0])).content.replaceAll('\n', '')).toBe(
    '<p>По книге[1] и <s>зря</s> дальше[2], но не [^z].</p><p>Конец</p><h4>Сноски</h4><ol>' +
      '<li><p>Чихольд, <strong>1928</strong></p></li><li><p>Брингхерст[3]</p><p>Глава вторая</p></li>' +
      '<li><p>Второе издание</p></li><li><p>Ничья</p></li></ol>',
  )
})

it('a ZIP of Markdown becomes sections with lessons in natural order', async () => {
  const bytes = await zipOf({
    'курс/00 Введение.md': '# Введение\n\nПривет',
    'курс/2 Цвет/10 Последний.md': 'Без заголовка',
    'курс/2 Цвет/9 Перед ним.md': '![эскиз](../pics/%D1%8D%D1%81%D0%BA%D0%B8%D0%B7.png) ![нет](нет.png)',
    'курс/1 Сетка/а.md': '[файл](../pics/эскиз.png)',
    'курс/pics/эскиз.png': picture,
    '__MACOSX/курс/._а.md': 'мусор',
  })
  const made = await run(teacher, 'markdown', { bytes, name: 'Типографика.zip' })
  const course = await courseOf(made.course_id)
  expect([made.status, course.name, names(course.sections), names(course.lessons)]).toEqual([
    'done',
    'Типографика',
    ['Сетка', 'Цвет'],
    ['Введение', 'а', 'Перед ним', 'Последний'],
  ])
  expect(made.warnings).toEqual(['Урок «Перед ним»: нет картинки «нет.png».'])
  const id = course.lessons.find(({ name }: { name: string }) => name === 'Перед ним').id
  expect((await lessonOf(id)).content).toMatch(/<img src="\/files\/[0-9a-f]{32}\?[^>]*alt="эскиз"/)
})

it('a report has the first of many warnings, none of them endless or broken', async () => {
  const pictures = Array.from({ length: 230 }, (_, place) => `![](${place}.png)`).join(' ')
  const text = `# ${'Й'.repeat(200)}\n\n${pictures}`
  const cutEmoji = `# А\n\n![](${'а'.repeat(199)}😀.png)`
  const made = await run(teacher, 'markdown', { bytes: await zipOf({ '1.md': cutEmoji, '2.md': text }) })
  expect(made.status).toBe('done')
  expect([made.warnings.length, made.warnings.at(-1)]).toEqual([201, expect.stringMatching(/^И ещё 31.замечание\.$/)])
  expect(Math.max(...made.warnings.map(({ length }: string) => length))).toBeLessThanOrEqual(500)
})

it('links between the texts of a ZIP lead to the lessons that they become', async () => {
  const bytes = await zipOf({
    'курс/1 Начало.md': '[дальше](2%20Цвет/Тон.md#итог), [нет](Нет.md)',
    'курс/2 Цвет/Тон.md': '[назад](../1%20Начало.md)',
  })
  const { course_id } = await run(teacher, 'markdown', { bytes, name: 'Ссылки.zip' })
  const [start, tone] = (await courseOf(course_id)).lessons
  expect((await lessonOf(start.id)).content.trim()).toBe(`<p><a href="/lessons/${tone.id}">дальше</a>, нет</p>`)
  expect((await lessonOf(tone.id)).content.trim()).toBe(`<p><a href="/lessons/${start.id}">назад</a></p>`)
})

it('what is no Markdown is refused', async () => {
  const sentence = async (bytes: Buffer) => (await run(teacher, 'markdown', { bytes, name: 'а.md' })).warnings[0]
  expect(await sentence(Buffer.from([0, 1, 2, 0]))).toContain('не текст')
  expect(await sentence(await zipOf({ 'а.txt': 'а' }))).toContain('ни одного файла .md')
  expect(await sentence(Buffer.from('\ufeff \n'))).toContain('нет текста')
})

it('a text of UTF-16 is read', async () => {
  const made = await run(teacher, 'markdown', { bytes: Buffer.from('\ufeff# Сетка\n\nШаг', 'utf16le'), name: 'а.md' })
  const { name, content } = await lessonOf(made.lesson_ids[0])
  expect([name, content.trim()]).toEqual(['Сетка', '<p>Шаг</p>'])
})

it.each([
  ['docx', 'an old document', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'старого формата'],
  ['docx', 'no document', Buffer.from('MZ'), 'внутри не то'],
  ['archive', 'an archive of something else', await zipOf({ 'а.txt': 'а' }), 'Переносить нечего'],
] as const)('as %s %s is refused with advice', async (kind, _, bytes, sentence) => {
  const made = await run(teacher, kind, { bytes, name: `а.${kind === 'docx' ? 'docx' : 'zip'}` })
  expect([made.status, made.warnings]).toEqual(['failed', [expect.stringContaining(sentence)]])
})

const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const math = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
const paragraph = (text: string, style = '') =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}<w:r><w:t>${text}</w:t></w:r></w:p>`

const styleOf = (id: string, name: string, basedOn = '') =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${basedOn && `<w:basedOn w:val="${basedOn}"/>`}</w:style>`

/** A document of Word with this body, and one picture. */
const docx = (
  body: string,
  { doctype = '', footnotes = '', styles = styleOf('H1', 'heading 1') + styleOf('H2', 'heading 2') } = {},
) =>
  zipOf({
    ...(footnotes && { 'word/footnotes.xml': footnotes }),
    '[Content_Types].xml':
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels':
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/_rels/document.xml.rels':
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="p1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/a.png"/></Relationships>',
    'word/media/a.png': picture,
    'word/styles.xml': `<?xml version="1.0"?><w:styles ${word}>${styles}</w:styles>`,
    'word/document.xml': `<?xml version="1.0"?>${doctype}<w:document ${word} ${math} xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:body>${body}</w:body></w:document>`,
  })

const run1 = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`
const half = `<m:f><m:num>${run1('1')}</m:num><m:den>${run1('x')}</m:den></m:f>`

const drawing =
  '<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="a" descr="Эскиз"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="p1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>'

it('a document of Word becomes a lesson for each heading', async () => {
  const body = [
    paragraph('Первый', 'H1'),
    paragraph('Часть', 'H2'),
    '<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Жирный</w:t></w:r></w:p>',
    drawing,
    '<w:tbl><w:tr><w:tc><w:p><w:r><w:t>клетка</w:t></w:r></w:p></w:tc></w:tr></w:tbl>',
    paragraph('Второй', 'H1'),
    `<w:p><w:r><w:t>Пусть </w:t></w:r><m:oMath>${half}</m:oMath></w:p>`,
    `<w:p><m:oMathPara><m:oMath>${run1('E=')}<m:sSup><m:e>${run1('c')}</m:e><m:sup>${run1('2')}</m:sup></m:sSup></m:oMath></m:oMathPara></w:p>`,
    `<w:p><m:oMath><m:unheard>${run1('q')}</m:unheard></m:oMath></w:p>`,
  ].join('')
  const made = await run(teacher, 'docx', { bytes: await docx(body), name: 'Физика.docx' })
  expect([made.status, made.warnings]).toEqual(['done', ['Формула «q» перенесена как текст: проверьте её.']])
  const course = await courseOf(made.course_id)
  expect([course.name, names(course.lessons)]).toEqual(['Физика', ['Первый', 'Второй']])
  const [first, second] = [await lessonOf(made.lesson_ids[0]), await lessonOf(made.lesson_ids[1])]
  expect(first.content).toContain('<h2>Часть</h2><p><strong>Жирный</strong></p>')
  expect(first.content).toMatch(/<img src="\/files\/[0-9a-f]{32}\?[^>]*alt="Эскиз"/)
  expect(first.content).toContain('<td><p>клетка</p></td>')
  expect(second.content).toContain('Пусть <span data-type="inline-math" data-latex="\\frac{1}{x}"></span>')
  expect(second.content).toContain('<div data-type="block-math" data-latex="E={c}^{2}"></div>')
})

it('styles of Word in Russian, whose ids are numbers or Cyrillic, become headings and leave the contents out', async () => {
  const styles = [
    styleOf('a', 'Normal'),
    styleOf('1', 'heading 1', 'a'),
    styleOf('2', 'heading 2', 'a'),
    styleOf('11', 'toc 1', 'a'),
    styleOf('21', 'toc 2', 'a'),
    styleOf('a3', 'TOC Heading', '1'),
    styleOf('12', 'Тема', '1'),
    styleOf('Подтема', 'Подтема', '2'),
    styleOf('Пункт 1.1', 'Пункт', '2'),
  ]
  const body = [
    paragraph('Оглавление', 'a3'),
    paragraph('Первая тема 3', '11'),
    paragraph('Часть 4', '21'),
    paragraph('Первая тема', '12'),
    paragraph('Часть', 'Подтема'),
    paragraph('Обычный текст', 'a'),
    paragraph('Вторая тема', '12'),
    paragraph('Пункт', 'Пункт 1.1'),
  ]
  const bytes = await docx(body.join(''), { styles: styles.join('') })
  const made = await run(teacher, 'docx', { bytes, name: 'Курсовая.docx' })
  expect([made.status, made.warnings]).toEqual(['done', []])
  expect(names((await courseOf(made.course_id)).lessons)).toEqual(['Первая тема', 'Вторая тема'])
  expect((await lessonOf(made.lesson_ids[0])).content).toBe('<h2>Часть</h2><p>Обычный текст</p>')
  expect((await lessonOf(made.lesson_ids[1])).content).toBe('<h2>Пункт</h2>')
})

it('formulas in the notes of a document are taken over with them', async () => {
  const note = (id: number, content: string) => `<w:footnote w:id="${id}"><w:p>${content}</w:p></w:footnote>`
  const footnotes = `<?xml version="1.0"?><w:footnotes ${word} ${math}>${note(2, `<w:r><w:t>Здесь </w:t></w:r><m:oMath>${half}</m:oMath>`)}${note(3, `<m:oMathPara><m:oMath>${half}</m:oMath></m:oMathPara>`)}${note(4, `<m:oMath><m:unheard>${run1('q')}</m:unheard></m:oMath>`)}</w:footnotes>`
  const refer = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`
  const body = `<w:p><w:r><w:t>Текст</w:t></w:r>${refer(2)}${refer(3)}${refer(4)}</w:p>`
  const made = await run(teacher, 'docx', { bytes: await docx(body, { footnotes }), name: 'Сноски.docx' })
  expect([made.status, made.warnings]).toEqual(['done', ['Формула «q» перенесена как текст: проверьте её.']])
  const formula = '<span data-type="inline-math" data-latex="\\frac{1}{x}"></span>'
  expect((await lessonOf(made.lesson_ids[0])).content).toContain(
    `<ol><li><p>Здесь ${formula}</p></li><li><p>${formula}</p></li><li><p>q</p></li></ol>`,
  )
})

it('a picture that a document shows many times is stored once', async () => {
  const made = await run(teacher, 'docx', { bytes: await docx(drawing.repeat(3)), name: 'Бланк.docx' })
  const { content } = await lessonOf(made.lesson_ids[0])
  const shown = [...content.matchAll(/src="\/files\/([0-9a-f]{32})/g)].map(([, id]) => id)
  expect([made.status, made.total, shown.length, new Set(shown).size]).toEqual(['done', 2, 3, 1])
})

it('a SCORM package becomes a lesson that runs it', async () => {
  const made = await run(teacher, 'scorm', { bytes: await scormZip(), name: 'цвет.zip' })
  expect([made.status, made.warnings]).toEqual(['done', []])
  const course = await courseOf(made.course_id)
  expect([course.name, names(course.lessons)]).toEqual(['Цвет & контраст', ['Цвет & контраст']])
  const { body } = await app.call('GET', `/api/lessons/${made.lesson_ids[0]}/scorm`, { token: teacher.token })
  expect(body.packages).toHaveLength(1)
  const wrong = await run(teacher, 'scorm', { bytes: await zipOf({ 'a.txt': 'а' }) })
  expect([wrong.status, wrong.warnings[0]]).toEqual(['failed', expect.stringContaining('не пакет SCORM')])
})

it('entities of a document are not expanded', async () => {
  const doctype = `<!DOCTYPE a [<!ENTITY a "много">${Array.from({ length: 20 }, (_, at) => `<!ENTITY a${at} "&a${at - 1};&a${at - 1};">`).join('')}<!ENTITY file SYSTEM "file:///etc/passwd">]>`
  const made = await run(teacher, 'docx', { bytes: await docx(paragraph('&a19; &file;'), { doctype }), name: 'а.docx' })
  const content = made.status === 'done' ? (await lessonOf(made.lesson_ids[0])).content : ''
  expect(content).not.toMatch(/многомного|root:/)
})

it.each(['<w:pPr>', '<m:oMath>', '<w:p>'])('a document of nothing but %s costs little', async (tag) => {
  const made = await run(teacher, 'docx', { bytes: await docx(tag.repeat(200_000)), name: 'а.docx' })
  expect([made.status, made.warnings[0]]).toEqual(['failed', expect.stringContaining('повреждён')])
})

it.each([
  [`<m:rad><m:deg>${run1('3')}</m:deg><m:e>${run1('x')}</m:e></m:rad>`, '\\sqrt[3]{x}'],
  [
    `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${run1('i')}</m:sub><m:sup>${run1('n')}</m:sup><m:e>${run1('i')}</m:e></m:nary>`,
    '\\sum_{i}^{n}{i}',
  ],
  [
    `<m:d><m:dPr><m:begChr m:val="{"/><m:endChr m:val=""/></m:dPr><m:e>${half}</m:e></m:d>`,
    '\\left\\{\\frac{1}{x}\\right.',
  ],
  [`<m:func><m:fName>${run1('sin')}</m:fName><m:e>${run1('α')}</m:e></m:func>`, '\\sin \\alpha'],
  [run1('скорость &lt; 5%'), '\\text{скорость }< 5\\%'],
  [
    `<m:m><m:mr><m:e>${run1('a')}</m:e><m:e>${run1('b')}</m:e></m:mr><m:mr><m:e>${run1('c')}</m:e><m:e>${run1('d')}</m:e></m:mr></m:m>`,
    '\\begin{matrix}a & b \\\\ c & d\\end{matrix}',
  ],
  ['<m:unheard/>', null],
])('the formula %s is %s', (omml, latex) => {
  expect(ommlToLatex(`<m:oMath>${omml}</m:oMath>`)).toBe(latex)
})

it('formulas below each other stay below each other', () => {
  const line = (text: string) => `<m:oMath>${run1(text)}</m:oMath>`
  expect(ommlToLatex(`<m:oMathPara>${line('x=1')}${line('y=2')}</m:oMathPara>`)).toBe(
    '\\begin{gathered}x=1 \\\\ y=2\\end{gathered}',
  )
})

it.each([
  ['roots in the degrees of roots', '<m:rad><m:deg>'.repeat(200) + run1('x') + '</m:deg></m:rad>'.repeat(200)],
  ['letters of two alphabets in turns', run1('аb'.repeat(30_000))],
])('a formula of %s takes no time to speak of', (_, omml) => {
  const { user } = process.threadCpuUsage()
  expect(ommlToLatex(`<m:oMath>${omml}</m:oMath>`)).not.toBeNull()
  expect(process.threadCpuUsage().user - user).toBeLessThan(2_000_000)
})
