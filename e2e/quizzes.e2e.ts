import type { APIRequestContext, Page } from '@playwright/test'
import { callApi, expect, newCourse, newPerson, openAs, test } from './school.ts'
import { violations } from './violations.ts'

const questions = [
  {
    kind: 'single',
    text: 'Сколько колонок?',
    explanation: 'Двенадцать делится удобнее всего.',
    options: [{ text: 'Двенадцать', correct: true }, { text: 'Семь' }],
  },
  {
    kind: 'multiple',
    text: 'Что делится на два?',
    options: [{ text: 'Два', correct: true }, { text: 'Шесть', correct: true }, { text: 'Пять' }],
  },
  { kind: 'number', text: 'Сколько пикселей?', value: 3.5 },
  { kind: 'text', text: 'Как называется?', accepted: ['Сетка'] },
  { kind: 'order', text: 'По порядку', items: [{ text: 'Раз' }, { text: 'Два' }] },
  {
    kind: 'match',
    text: 'Пары',
    pairs: [
      { left: 'кот', right: 'мяу' },
      { left: 'пёс', right: 'гав' },
    ],
  },
  { kind: 'gaps', text: 'Дважды два — [[1]].', gaps: [{ accepted: ['четыре'] }] },
]

/** A lesson with a quiz in its text, and who teaches and takes it. */
const newQuiz = async (request: APIRequestContext, quiz: object = {}) => {
  const [teacher, student] = [await newPerson('teacher'), await newPerson('student')]
  const course = await newCourse(request, teacher, { students: [student] })
  const path = `/api/lessons/${course.lesson.id}`
  const { token } = teacher
  const body = { quizzes: [{ title: 'Проверьте себя', attempts: 2, questions, ...quiz }] }
  const { quizzes } = await callApi(request, 'PUT', `${path}/quizzes`, { token, body })
  await callApi(request, 'PUT', path, {
    token,
    body: { content: `<p>Читаем.</p><div data-quiz="${quizzes[0].id}"></div>` },
  })
  return { teacher, student, course, id: quizzes[0].id as number, path: `/lessons/${course.lesson.id}` }
}

test('a student answers every kind of question with the keyboard, and sees what came of it', async ({
  page,
  request,
}) => {
  const quiz = await newQuiz(request)
  await openAs(page, quiz.student.token, quiz.path)
  const form = page.getByRole('form', { name: 'Проверьте себя' })
  await expect(page.getByText('Чтобы пройти, наберите 4\u00a0балла из 7 · Осталось 2 попытки')).toBeVisible()
  await form
    .getByRole('group', { name: /Сколько колонок/ })
    .getByLabel('Двенадцать')
    .press('Space')
  await form.getByLabel('Два', { exact: true }).press('Space')
  await form.getByLabel('Шесть').press('Space')
  await form.getByLabel('Ответ числом').fill('3,5')
  await form.getByLabel('Ответ', { exact: true }).fill(' сетка')
  const items = form.getByRole('group', { name: /По порядку/ }).getByRole('listitem')
  // they may have been mixed into their right order, which is an answer only once that was said
  const isRight = form.getByLabel('Порядок уже верный')
  if ((await items.first().textContent())?.includes('Раз')) await isRight.check()
  else await form.getByRole('button', { name: 'Выше: Раз' }).press('Enter')
  await expect(items.first()).toContainText('Раз')
  await form.getByLabel('кот').selectOption('мяу')
  await form.getByRole('button', { name: 'Отправить ответы' }).click()
  const question = page.getByRole('dialog', { name: 'Отправить ответы?' })
  await expect(question).toContainText('Без ответа 1 вопрос, с неполным ответом 1 вопрос: за них баллов не будет')
  await question.getByRole('button', { name: 'Вернуться к тесту' }).click()
  await form.getByLabel('пёс').selectOption('мяу')
  expect(await violations(page, 'main')).toEqual([])
  // Enter in a field is no «Отправить»
  await form.getByLabel('Ответ числом').press('Enter')
  await expect(question).toBeHidden()
  await form.getByRole('button', { name: 'Отправить ответы' }).press('Enter')
  await expect(question).toContainText('Без ответа 1 вопрос: за него баллов не будет')
  await question.getByRole('button', { name: 'Вернуться к тесту' }).click()
  await form.getByLabel('Пропуск 1').fill('Четыре')
  await form.getByLabel('Пропуск 1').press('Enter')
  await form.getByLabel('Двенадцать').press('Enter')
  // an attempt is spent by the button alone
  await form.getByRole('button', { name: 'Отправить ответы' }).press('Enter')
  await expect(page.getByText('6 из 7 баллов · тест пройден')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Проверьте себя' })).toBeFocused()
  await expect(page.getByRole('listitem').filter({ hasText: 'Пары' })).toContainText('Неверно')
  await expect(page.getByText('Двенадцать делится удобнее всего.')).toBeVisible()
  await expect(page.getByText('Осталась 1 попытка')).toBeVisible()
  await expect(page.getByText('Урок прочитан')).toBeVisible()
  expect(await violations(page, 'main')).toEqual([])

  await page.getByRole('button', { name: 'Пройти ещё раз' }).click()
  await form.getByRole('button', { name: 'Отправить ответы' }).click()
  await question.getByRole('button', { name: 'Отправить', exact: true }).click()
  await expect(page.getByText('Попыток больше нет')).toBeVisible()
  // not even items that were mixed into their right order
  await expect(page.getByText('0 из 7 баллов · тест не пройден, нужно 4')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Пройти ещё раз' })).toHaveCount(0)
})

interface Part {
  id: number
  text: string
}

/** A student's answers to `questions`: all right, but for one of the pairs. */
const nearlyRight = async (request: APIRequestContext, path: string, token: string) => {
  const [{ questions: asked }] = (await callApi(request, 'GET', `/api${path}/quizzes`, { token })).quizzes
  const idOf = (parts: Part[], text: string) => parts.find((part) => part.text === text)?.id
  const [single, multiple, number, text, order, match, gaps] = asked
  const meow = idOf(match.right, 'мяу')
  return {
    [single.id]: idOf(single.options, 'Двенадцать'),
    [multiple.id]: [idOf(multiple.options, 'Два'), idOf(multiple.options, 'Шесть')],
    [number.id]: 3.5,
    [text.id]: 'сетка',
    [order.id]: [idOf(order.items, 'Раз'), idOf(order.items, 'Два')],
    [match.id]: Object.fromEntries(match.left.map(({ id }: Part) => [id, meow])),
    [gaps.id]: ['четыре'],
  }
}

test('a teacher sees who has passed a quiz, and what most got wrong', async ({ page, request }) => {
  const quiz = await newQuiz(request)
  const { token } = quiz.student
  for (const answers of [await nearlyRight(request, quiz.path, token), {}]) {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    await callApi(request, 'POST', `/api/quizzes/${quiz.id}/attempts`, { token, headers, body: { answers } })
  }
  await openAs(page, quiz.teacher.token, quiz.path)
  await page.getByText('Как отвечают студенты').click()
  await expect(page.getByText(/Ответил 1.студент. Тест прошли: 1. Всего попыток: 2./)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'ошибся 1 из 1' })).toContainText('6. Пары')
  await page.getByText('Вопросы и верные ответы').click()
  await expect(page.getByText('пёс — гав')).toBeVisible()
  expect(await violations(page, 'main')).toEqual([])
})

test('answers are kept over a reload, and are sent when the network is back', async ({ page, request }) => {
  const quiz = await newQuiz(request, { questions: questions.slice(3, 4) })
  await openAs(page, quiz.student.token, quiz.path)
  const answer = page.getByLabel('Ответ', { exact: true })
  await answer.fill('сетка')
  await page.reload()
  await expect(answer).toHaveValue('сетка')
  const tab = await page.context().newPage()
  await tab.goto(quiz.path)
  await expect(tab.getByLabel('Ответ', { exact: true })).toHaveValue('сетка')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Отправить ответы' }).click()
  await expect(page.getByText(/^Нет сети. Ответы сохранены на этом устройстве/)).toBeVisible()
  await expect(answer).toBeDisabled()
  await page.context().setOffline(false)
  await expect(page.getByText('1 из 1 балла · тест пройден')).toBeVisible()
  await expect(tab.getByText('1 из 1 балла · тест пройден')).toBeVisible()
  await tab.close()
  await page.reload()
  await expect(page.getByText('1 из 1 балла · тест пройден')).toBeVisible()
  const { quizzes } = await callApi(request, 'GET', `/api${quiz.path}/quizzes`, { token: quiz.student.token })
  expect(quizzes[0].own_attempts).toHaveLength(1)
})

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Новый тест' })
const questionOf = (page: Page, number: number) =>
  dialogOf(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: `Вопрос ${number}`, exact: true }) })

/** Begins a quiz at the end of the lesson's text. */
const beginQuiz = async (page: Page) => {
  const text = page.getByRole('textbox', { name: 'Текст урока' })
  await text.press('ControlOrMeta+End')
  await text.press('Enter')
  await text.pressSequentially('/тест')
  await page.getByRole('option', { name: /Тест/ }).click()
}

test('a teacher writes a quiz into a lesson', async ({ page, request }) => {
  const teacher = await newPerson('teacher')
  const { lesson } = await newCourse(request, teacher)
  await openAs(page, teacher.token, `/lessons/${lesson.id}/edit`)
  await beginQuiz(page)
  const dialog = dialogOf(page)
  const question = (number: number) => questionOf(page, number)
  await expect(dialog.getByLabel('Название теста')).toBeFocused()
  await dialog.getByLabel('Название теста').fill('О сетке')
  await dialog.getByRole('button', { name: 'Вставить тест' }).click()
  await expect(question(1).getByText('Напишите хотя бы пару слов')).toBeVisible()
  await question(1).getByLabel('Вопрос', { exact: true }).fill('Сколько колонок?')
  await question(1).getByRole('textbox', { name: 'Вариант 1', exact: true }).fill('Семь')
  await question(1).getByRole('textbox', { name: 'Вариант 2', exact: true }).fill('Двенадцать')
  await question(1).getByLabel('Вариант 2 верный').check()
  await dialog.getByRole('button', { name: 'Добавить вопрос' }).click()
  await expect(question(2).getByLabel('Вопрос', { exact: true })).toBeFocused()
  await question(2).getByLabel('Вид вопроса').selectOption('Пропуски в тексте')
  await question(2).getByLabel('Текст с пропусками').fill('Дважды два —')
  await question(2).getByRole('button', { name: 'Вставить пропуск' }).click()
  await question(2)
    .getByLabel(/^Пропуск \[\[1\]\]/)
    .fill('четыре\n4')
  expect(await violations(page, '[role="dialog"]')).toEqual([])
  await question(2).getByRole('button', { name: 'Выше: вопрос 2' }).press('Enter')
  await expect(question(1).getByLabel('Текст с пропусками')).toHaveValue('Дважды два — [[1]]')
  await dialog.getByRole('button', { name: 'Вставить тест' }).click()
  await expect(dialog).toHaveCount(0)
  const block = page.getByRole('textbox', { name: 'Текст урока' }).getByText('Тест «О сетке»')
  await expect(block).toBeVisible()
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expect(page.getByText('2 вопроса · попыток сколько угодно')).toBeVisible()
})

test('what is typed into a new quiz is there again after a reload', async ({ page, request }) => {
  const teacher = await newPerson('teacher')
  const { lesson } = await newCourse(request, teacher)
  await openAs(page, teacher.token, `/lessons/${lesson.id}/edit`)
  await beginQuiz(page)
  await dialogOf(page).getByLabel('Название теста').fill('О сетке')
  await questionOf(page, 1).getByLabel('Вид вопроса').selectOption('Пропуски в тексте')
  await questionOf(page, 1).getByLabel('Текст с пропусками').fill('Дважды два — [[1]]')
  await page.reload()
  await beginQuiz(page)
  await expect(dialogOf(page).getByLabel('Название теста')).toHaveValue('О сетке')
  await expect(questionOf(page, 1).getByLabel('Текст с пропусками')).toHaveValue('Дважды два — [[1]]')
})

test('a teacher changes a quiz, and a student’s answers get into the journal', async ({ page, request }) => {
  const [single, gaps] = [questions[0], { ...questions[6], text: 'Дважды два — [[1]]', gaps: [{ accepted: ['4'] }] }]
  const { teacher, student, id, path, course } = await newQuiz(request, {
    title: 'О сетке',
    attempts: null,
    questions: [gaps, single],
  })
  const { token } = teacher
  await openAs(page, token, `${path}/edit`)
  await page.getByRole('textbox', { name: 'Текст урока' }).getByText('Тест «О сетке»').click()
  await page.getByRole('button', { name: 'Изменить тест' }).click()
  const known = page.getByRole('dialog', { name: 'Тест', exact: true })
  await known.getByLabel('Сколько попыток').fill('1')
  await known.getByLabel('Результат — в журнал').check()
  // a colleague is faster: both versions are there to choose from
  const [{ id: _, ...quiz }] = (await callApi(request, 'GET', `/api${path}/quizzes`, { token })).quizzes
  await callApi(request, 'PUT', `/api/quizzes/${id}`, { token, body: { ...quiz, title: 'О колонках' } })
  await known.getByRole('button', { name: 'Сохранить тест' }).click()
  await expect(known.getByText('За это время сохранили другую версию')).toBeVisible()
  await expect(known.getByText('О колонках', { exact: true })).toBeVisible()
  await known.getByRole('button', { name: 'Продолжить с моим' }).click()
  await known.getByRole('button', { name: 'Сохранить тест' }).click()
  await expect(known).toHaveCount(0)

  await openAs(page, student.token, path)
  await expect(page.getByText('Осталась 1 попытка')).toBeVisible()
  await page.getByLabel('Пропуск 1').fill('4')
  await page.getByLabel('Двенадцать').check()
  await page.getByRole('button', { name: 'Отправить ответы' }).click()
  await expect(page.getByText('2 из 2 баллов · тест пройден')).toBeVisible()

  await page.goto(`/courses/${course.id}?view=journal`)
  const result = page
    .getByRole('list', { name: 'Мои оценки' })
    .getByRole('listitem')
    .filter({ hasText: 'Тест «О сетке»' })
  await expect(result).toContainText('Тест пройден')
  await expect(result).toContainText('2 из 2')
  await openAs(page, token, `/courses/${course.id}?view=journal`)
  await expect(page.getByRole('columnheader', { name: /О сетке/ })).toBeVisible()
  await expect(page.getByRole('gridcell', { name: /Тест пройден 2\/2/ })).toBeVisible()
  expect(await violations(page, 'main')).toEqual([])
})

test('a quiz in a new lesson saves the lesson as a draft first, and is put where it was asked for', async ({
  page,
  request,
}) => {
  const teacher = await newPerson('teacher')
  const course = await newCourse(request, teacher)
  await openAs(page, teacher.token, `/lessons/create/${course.id}`)
  const text = page.getByRole('textbox', { name: 'Текст урока' })
  const askForQuiz = async () => {
    await text.focus()
    await text.pressSequentially('/тест')
    await page.getByRole('option', { name: /Тест/ }).click()
    await page.getByRole('button', { name: 'Сохранить и добавить тест' }).click()
  }
  await text.pressSequentially('Читаем.')
  await text.press('Enter')
  await text.pressSequentially('Считаем.')
  await text.press('ArrowUp')
  await text.press('End')
  await text.press('Enter')
  await askForQuiz()
  // nothing is saved without a name
  await expect(page.getByLabel('Название', { exact: true })).toBeFocused()
  await page.getByLabel('Название', { exact: true }).fill('Сетка')
  await askForQuiz()
  const dialog = page.getByRole('dialog', { name: 'Новый тест' })
  await dialog.getByLabel('Вопрос', { exact: true }).fill('Сколько колонок?')
  await dialog.getByRole('textbox', { name: 'Вариант 1', exact: true }).fill('Семь')
  await dialog.getByRole('textbox', { name: 'Вариант 2', exact: true }).fill('Двенадцать')
  await dialog.getByRole('button', { name: 'Вставить тест' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(text).toHaveText('Читаем.Тест «Проверьте себя»Считаем.')
  await expect(page.getByRole('radio', { name: 'Черновик' })).toBeChecked()
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expect(page.getByText('1 вопрос · попыток сколько угодно')).toBeVisible()
})
