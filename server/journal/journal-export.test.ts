import { expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { sheetName } from '#server/journal/journal-sheet.ts'
import { writeCsv } from '#server/journal/write-csv.ts'
import { writeXlsx } from '#server/journal/write-xlsx.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { readZip } from '#server/testing/read-zip.ts'

const { app, db, call, signedIn } = await testApp()

const linesOf = (csv: string) => csv.slice(1).split('\r\n')

it('has a byte order mark in CSV, and separates, quotes and ends lines as Russian Excel expects', () => {
  const csv = writeCsv({
    headings: ['Студент', 'Балл; с чертой', 'Он сказал «"да"»'],
    rows: [
      ['две\nстроки', 8.5, new Date(Date.UTC(2026, 10, 21, 9, 5))],
      ['', null, 0],
    ],
  })
  expect(csv.charCodeAt(0)).toBe(0xfeff)
  expect(csv.slice(1)).toBe(
    '"Студент";"Балл; с чертой";"Он сказал «""да""»"\r\n"две\nстроки";8,5;"21.11.2026 09:05"\r\n"";;0\r\n',
  )
})

it('contains nothing in CSV that a spreadsheet program would run', () => {
  const cells = ['=1+1', '+7', '-7', '@SUM(A1)', '\t=1', '\r=1', '=cmd|"/c calc"!A1', '＝1+1', 'а=б']
  const csv = writeCsv({ headings: ['Студент'], rows: cells.map((cell) => [cell]) })
  expect(linesOf(csv)[1]).toBe(`"'=1+1"`)
  expect(csv).toContain(`"'=cmd|""/c calc""!A1"`)
  expect(csv).toContain('\r\n"а=б"\r\n')
  for (const [, start] of csv.slice(1).matchAll(/(?:^|\r\n|;)"?([=+\-@＝\t])/g)) expect(start).toBe(undefined)
})

it('keeps numbers, dates and text apart in XLSX, and its headings and names visible', async () => {
  const bytes = await writeXlsx(
    { headings: ['Студент', 'Балл'], rows: [['=1+1', 8.5, new Date(Date.UTC(2026, 10, 21, 12))]] },
    'Журнал',
  )
  const parts = readZip(bytes)
  const sheet = parts['xl/worksheets/sheet1.xml'] ?? ''
  expect(parts['xl/workbook.xml']).toContain('name="Журнал"')
  expect(sheet).toMatch(/<pane [^>]*state="frozen"/)
  expect(sheet).toMatch(/<pane [^>]*xSplit="1"/)
  expect(sheet).toMatch(/<pane [^>]*ySplit="1"/)
  expect(sheet).toMatch(/<c r="B2"[^>]*><v>8\.5<\/v>/)
  // noon of Excel's day 46 347
  expect(sheet).toMatch(/<c r="C2"[^>]*><v>46347\.5<\/v>/)
  expect(sheet).not.toContain('<f>')
  expect(Object.values(parts).join('')).toContain('=1+1')
})

it('has a file name with the course and the day of its reader', () => {
  expect(sheetName('Сети / протоколы: "основы"', 'csv', 'UTC')).toMatch(
    /^Журнал — Сети протоколы основы — \d{4}-\d\d-\d\d\.csv$/,
  )
})

it('is downloaded by staff, with times in their time zone', async () => {
  const teacher = await signedIn({ role: 'teacher' })
  const student = await signedIn({ name: 'Анна', surname: 'Белова' })
  const course = await buildCourse(db, { name: 'Вёрстка', teachers: [teacher.id], students: [student.id] })
  const lesson = await buildLesson(db, { course_id: course.id, name: '=HYPERLINK("x")' })
  const criteria = [{ id: 1, name: 'Сетка', points: 10 }]
  const due_at = '2026-03-11T00:00:00.000Z'
  const assignment = await buildAssignment(db, { lesson_id: lesson.id, criteria, due_at })
  const task = await buildTask(db, {
    assignment_id: assignment.id,
    students: [student.id],
    status: 'submitted',
    attempts: [{ content: '<p>Готово.</p>', hoursAgo: 1 }],
  })
  await db.execute(`update tasks set submitted_at = '2026-03-12T22:20:00Z', score = 8.5 where id = ${task.id}`)
  const address = (query: string) => `/api/courses/${course.id}/journal/export?${query}`

  const csv = await call('GET', address('format=csv&time_zone=Europe/Moscow'), { token: teacher.token })
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(decodeURIComponent(String(csv.headers['content-disposition']))).toMatch(
    /^attachment; .*Журнал — Вёрстка — \d{4}-\d\d-\d\d\.csv/,
  )
  expect(csv.body.split('\r\n')).toEqual([
    expect.stringContaining(`"Студент";"Класс";"Среднее, %";"'=HYPERLINK(""x""): состояние"`),
    '"Белова Анна";"";85;"На проверке, позже срока";8,5;"13.03.2026 01:20"',
    '',
  ])

  const xlsx = await app.inject({
    url: address('format=xlsx'),
    headers: { authorization: `Bearer ${teacher.token}` },
  })
  expect(xlsx.headers['content-type']).toContain('spreadsheetml')
  expect(readZip(xlsx.rawPayload)['xl/worksheets/sheet1.xml']).toContain('<v>8.5</v>')

  for (const query of ['', 'format=pdf', 'format=csv&time_zone=Moon/Base']) {
    expect((await call('GET', address(query), { token: teacher.token })).status).toBe(422)
  }
})
