import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { importing } from '#server/imports/imports.fixture.ts'
import { testApp } from '#server/testing/app.ts'

const app = await testApp()
const { run } = importing(app)
const teacher = await app.signedIn({ role: 'teacher' })

/** Imports a document from the folder `word`; its lessons by their names. */
const imported = async (name: string) => {
  const bytes = await readFile(new URL(`./word/${name}`, import.meta.url))
  const made = await run(teacher, 'docx', { bytes, name })
  const get = async (path: string) => (await app.call('GET', path, { token: teacher.token })).body
  const { course } = await get(`/api/courses/${made.course_id}`)
  const lessons = new Map<string, string>()
  for (const { id, name: lesson } of course.lessons) {
    lessons.set(lesson, (await get(`/api/lessons/${id}`)).lesson.content)
  }
  return { made, course, lessons }
}

it('a document with a title, notes and formulas becomes a course of that name', async () => {
  const { made, course, lessons } = await imported('statistics.docx')
  expect([course.name, made.warnings, [...lessons.keys()]]).toEqual([
    'Статистика для дизайнеров',
    [],
    // the contents are left out, and a style made of a heading is one
    ['Разброс', 'Связь признаков'],
  ])
  const spread = lessons.get('Разброс') ?? ''
  expect(spread).toMatch(/^<p>Линейная регрессия .* \[1\]<\/p>/)
  expect(spread).toContain('<span data-type="inline-math" data-latex="{a}^{2}+{b}^{2}={c}^{2}"></span> известны')
  expect(spread).toMatch(/<div data-type="block-math" data-latex="\\sigma =\\sqrt\{\\frac\{\\sum_\{i=1\}\^\{n\}/)
  expect(spread).toContain('<h2>Площадь</h2><div data-type="block-math" data-latex="\\int_{0}^{1}')
  expect(spread).toContain('<ul><li>среднее<ul><li>взвешенное</li></ul></li><li>медиана</li></ul>')
  expect(spread).toMatch(/<img src="\/files\/[^>]* alt="Сетка из шести колонок"/)
  expect(spread).toMatch(
    /<td><p>Формула <span data-type="inline-math"[^>]*><\/span><\/p><\/td><\/tr><tr><td colspan="2">/,
  )
  expect(spread).toMatch(/<h4>Сноски<\/h4><ol><li><p>Сноска: см\. учебник, глава 3\.<\/p><\/li><\/ol>$/)
  const link = lessons.get('Связь признаков') ?? ''
  expect(link).toMatch(/^<blockquote><p>Корреляция — ещё не причина\.<\/p><\/blockquote><pre><code>mean\(x\)\nsd\(x\)/)
  expect(link).toContain('R² и H₀, x<span data-type="inline-math" data-latex="{}_{\\text{max}}"></span>')
  expect(link).toMatch(/О корреляции\[1\]<\/a>\.<\/p><h4>Сноски<\/h4><ol><li><p>Концевая сноска\.<\/p><\/li><\/ol>$/)
})

it('a lecture keeps its lists, links and raised letters', async () => {
  const { made, course, lessons } = await imported('lecture.docx')
  expect([course.name, made.warnings, [...lessons.keys()]]).toEqual(['lecture', [], ['Шрифт и кегль', 'Сетка']])
  const font = lessons.get('Шрифт и кегль') ?? ''
  expect(font).toContain(
    '<ul><li>С засечками<ul><li>старого стиля<ul><li>венецианские</li></ul></li><li>переходные</li>',
  )
  expect(font).toContain('<ol><li>Выберите гарнитуру<ol><li>для текста</li><li>для заголовков</li></ol></li>')
  expect(font).toContain('<a href="https://example.org/шрифты?а=1&amp;b=2"')
  expect(font).toContain('Ёмкое правило: «45–75 знаков в\u00a0строке»')
  const grid = lessons.get('Сетка') ?? ''
  expect(grid).toContain('<blockquote><p>Сетка — это помощь, а не гарантия.</p></blockquote><h2>Расчёт</h2>')
  expect(grid).toContain('<pre><code>width: calc(100% / 6);</code></pre><p>H₂O и x², <s>зачёркнуто</s>.</p>')
})
