import type { APIRequestContext, Page } from '@playwright/test'
import { dayMs } from '#contract/durations.ts'
import { loseResponse } from './lose-response.ts'
import { callApi, expect, handIn, newCourse, newPerson, openAs, test } from './school.ts'

test.use({
  permissions: ['microphone'],
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []),
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        '--autoplay-policy=no-user-gesture-required',
      ],
    }),
})

const thread = (page: Page) => page.getByRole('region', { name: 'Обсуждение' })
const field = (page: Page) => thread(page).getByRole('textbox', { name: /Новое сообщение|Заметка для своих/ })

/** A handed-in task, due tomorrow, open on the desk and in the student's lesson. */
const openTask = async (page: Page, request: APIRequestContext) => {
  const teacher = await newPerson('teacher', 'Вера', 'Строева')
  const student = await newPerson('student', 'Илья', 'Прохоров')
  const course = await newCourse(request, teacher, { students: [student] })
  await callApi(request, 'PUT', `/api/lessons/${course.lesson.id}`, {
    token: teacher.token,
    body: { assignment: { text: '<p>Плакат</p>', due_at: new Date(Date.now() + dayMs).toISOString() } },
  })
  const taskId = await handIn(request, student, course.lesson.id, '<p>Вот мой эскиз.</p>')
  await openAs(page, teacher.token, `/tasks?task=${taskId}`)
  await expect(field(page)).toBeVisible()
  return { teacher, student, course, taskId }
}

test('staff write notes to each other, and the student never sees them', async ({ page, request, newDevice }) => {
  const { student, course, taskId } = await openTask(page, request)
  await thread(page).getByRole('switch', { name: 'Заметка, только для своих' }).check({ force: true })
  await field(page).fill('Похоже на работу соседней группы')
  await thread(page).getByRole('button', { name: 'Сохранить заметку' }).click()
  const note = thread(page).getByRole('article', { name: 'Заметка для своих' })
  await expect(note).toContainText('Видят только преподаватели и кураторы')
  await expect(note).toContainText('Похоже на работу соседней группы')
  // the addressee of a text does not change while it is written
  await expect(field(page)).toHaveAccessibleName('Заметка для своих')
  await thread(page).getByRole('switch', { name: 'Заметка, только для своих' }).uncheck({ force: true })
  await field(page).fill('Какой шрифт взяли?')
  await page.keyboard.press('Control+Enter')
  await expect(thread(page).getByText('Какой шрифт взяли?')).toBeVisible()
  await expect(field(page)).toHaveValue('')

  const own = await newDevice()
  await openAs(own, student.token, `/lessons/${course.lesson.id}?work`)
  await expect(thread(own).getByText('Какой шрифт взяли?')).toBeVisible()
  await expect(own.getByText('Похоже на работу')).toHaveCount(0)
  await expect(thread(own).getByRole('switch')).toHaveCount(0)
  const response = await callApi(request, 'GET', `/api/tasks/${taskId}`, { token: student.token })
  expect(JSON.stringify(response)).not.toContain('соседней группы')
  await own.close()
})

test('the next message is sent while one is on its way, and what fails returns to the field', async ({
  page,
  request,
}) => {
  const { student, taskId } = await openTask(page, request)
  const send = async (text: string) => {
    await field(page).fill(text)
    await page.keyboard.press('Control+Enter')
    await expect(field(page)).toHaveValue('')
    await expect(thread(page).getByRole('article').filter({ hasText: text })).toHaveCount(1)
  }
  const hold = async (then: 'continue' | 'abort') => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/tasks/*/comments', async (route) => {
      await held
      await route[then]()
    })
    return release
  }
  let release = await hold('continue')
  await send('Поля хороши.')
  await send('А кегль мелкий.')
  // nobody waits for a message that has been sent
  await page.keyboard.press('Control+Enter')
  await expect(thread(page).getByText('Напишите хотя бы пару слов')).toBeHidden()
  release()
  const written = async () => {
    const { task } = await callApi(request, 'GET', `/api/tasks/${taskId}`, { token: student.token })
    return task.thread.map(({ text }: { text: string }) => text).filter(Boolean)
  }
  await expect.poll(written).toEqual(['Поля хороши.', 'А кегль мелкий.'])

  await page.unrouteAll()
  release = await hold('abort')
  await send('Первое.')
  await send('Второе.')
  release()
  await expect(field(page)).toHaveValue('Первое.\nВторое.')
  await expect(thread(page).getByRole('article')).toHaveCount(2)

  // the server has the message, and its response is lost: sent again, it is not there twice
  await page.unrouteAll()
  const { lost } = await loseResponse(page, '**/api/tasks/*/comments')
  await field(page).fill('Третье.')
  await page.keyboard.press('Control+Enter')
  await lost
  await expect(page.getByText('Сообщение не отправлено')).toBeVisible()
  await expect(field(page)).toHaveValue('Третье.')
  const sent = page.waitForResponse('**/api/tasks/*/comments')
  await page.keyboard.press('Control+Enter')
  expect((await sent).status()).toBe(201)
  await expect(field(page)).toHaveValue('')
  await expect(thread(page).getByRole('article')).toHaveCount(3)
  expect(await written()).toEqual(['Поля хороши.', 'А кегль мелкий.', 'Третье.'])
})

test('an unfinished comment waits for its task', async ({ page, request }) => {
  const { teacher, student, course, taskId } = await openTask(page, request)
  const other = await newPerson('student', 'Анна', 'Ёлкина')
  await callApi(request, 'PUT', `/api/courses/${course.id}/students`, {
    token: teacher.token,
    body: { user_ids: [student.id, other.id] },
  })
  const second = await handIn(request, other, course.lesson.id, '<p>И мой.</p>')
  await field(page).fill('Илье: поля шире')
  await page.goto(`/tasks?task=${second}`)
  await expect(page.getByText('И мой.')).toBeVisible()
  await expect(field(page)).toHaveValue('')
  await field(page).fill('Анне: хорошо')
  await page.goto(`/tasks?task=${taskId}`)
  await expect(field(page)).toHaveValue('Илье: поля шире')
})

test('a voice note is recorded, discarded, sent and played', async ({ page, request, newDevice }) => {
  const { student, course } = await openTask(page, request)
  const record = async () => {
    await thread(page).getByRole('button', { name: 'Записать голос' }).click()
    await expect(thread(page).getByText('Идёт запись')).toBeVisible()
    await expect(thread(page).getByText(/^0:(0[2-9]|[1-5]\d) из 5:00$/)).toBeVisible()
    await thread(page).getByRole('button', { name: 'Остановить' }).click()
  }
  await record()
  await expect(thread(page).getByText(/Голосовое сообщение, 0:\d\d/)).toBeVisible()
  await thread(page).getByRole('button', { name: 'Выбросить запись' }).click()
  await expect(thread(page).getByText(/Голосовое сообщение, /)).toHaveCount(0)

  await record()
  await expect(thread(page).getByText(/Голосовое сообщение, 0:\d\d/)).toBeVisible()
  // a recording survives a reload
  await page.reload()
  await expect(thread(page).getByText(/Голосовое сообщение, 0:\d\d/)).toBeVisible()
  await thread(page).getByRole('button', { name: 'Написать' }).click()
  await expect(thread(page).getByRole('button', { name: 'Выбросить запись' })).toHaveCount(0)
  await expect(
    thread(page)
      .getByRole('article')
      .getByText(/Голосовое сообщение/),
  ).toBeVisible()

  const own = await newDevice()
  await openAs(own, student.token, `/lessons/${course.lesson.id}?work`)
  const sound = thread(own).locator('audio')
  await expect(sound).toHaveCount(1)
  await sound.evaluate(async (element: HTMLAudioElement) => {
    element.muted = true
    await element.play()
  })
  await expect.poll(() => sound.evaluate((element: HTMLAudioElement) => element.currentTime)).toBeGreaterThan(0.5)
  await own.close()
})

test('a message waits for its recording, and a verdict asks about it', async ({ page, request }) => {
  await openTask(page, request)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/files**', async (route) => {
    if (route.request().method() !== 'GET') await held
    await route.continue()
  })
  const voice = thread(page).getByText(/Голосовое сообщение, 0:\d\d/)
  await thread(page).getByRole('button', { name: 'Записать голос' }).click()
  await expect(thread(page).getByText(/^0:0[1-9] из 5:00$/)).toBeVisible()
  await field(page).fill('Послушайте')
  await page.keyboard.press('Control+Enter')
  await expect(thread(page).getByText('Остановите запись')).toBeVisible()
  await thread(page).getByRole('button', { name: 'Остановить' }).click()
  await expect(thread(page).getByRole('list', { name: 'Загружаются' })).toBeVisible()
  await expect(thread(page).getByText('Остановите запись')).toBeHidden()

  const waits = thread(page).getByText('Ждём, пока загрузится запись')
  await field(page).press('Control+Enter')
  await expect(waits).toBeVisible()
  await expect(field(page)).toHaveValue('Послушайте')
  await field(page).fill('')
  await expect(waits).toBeHidden()
  await page.getByRole('button', { name: 'Принять', exact: true }).click()
  const unmarked = page.getByRole('dialog', { name: 'Принять, не отметив критерий?' })
  await unmarked.getByRole('button', { name: 'Принять так' }).click()
  const question = page.getByRole('dialog', { name: 'Отправить сообщение?' })
  await expect(question).toContainText('Голосовое сообщение')
  await question.getByRole('button', { name: 'Отправить и принять' }).click()
  await expect(waits).toBeVisible()
  await field(page).fill('Послушайте')

  release()
  await expect(voice).toBeVisible()
  await expect(waits).toBeHidden()
  await field(page).press('Control+Enter')
  const sent = thread(page).getByRole('article').filter({ hasText: 'Послушайте' })
  await expect(sent.getByText(/Голосовое сообщение/)).toBeVisible()
  await expect(thread(page).getByRole('button', { name: 'Выбросить запись' })).toHaveCount(0)
})

test('a refused or missing microphone is explained in plain text', async ({ page, request }) => {
  await openTask(page, request)
  const refuse = (name: string) =>
    page.evaluate((name) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', name))
    }, name)
  await refuse('NotAllowedError')
  await thread(page).getByRole('button', { name: 'Записать голос' }).click()
  await expect(thread(page).getByRole('alert')).toContainText('Нет доступа к микрофону')
  await refuse('NotFoundError')
  await thread(page).getByRole('button', { name: 'Записать голос' }).click()
  await expect(thread(page).getByRole('alert')).toContainText('Микрофон не найден')
})

test('the microphone is released when nothing can be recorded with it', async ({ page, request }) => {
  await openTask(page, request)
  const opened = await page.evaluateHandle(() => {
    const streams: MediaStream[] = []
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted)
      streams.push(stream)
      return stream
    }
    MediaRecorder.prototype.start = () => {
      throw new DOMException('no', 'NotSupportedError')
    }
    return streams
  })
  await thread(page).getByRole('button', { name: 'Записать голос' }).click()
  await expect(thread(page).getByRole('alert')).toContainText('Не получилось записать голос')
  const states = await opened.evaluate((streams) =>
    streams.flatMap((stream) => stream.getTracks().map(({ readyState }) => readyState)),
  )
  expect(states).toEqual(['ended'])
})

test('a student asks for more time, and gets it with a click', async ({ page, request, newDevice }) => {
  const { student, course, taskId } = await openTask(page, request)
  const own = await newDevice()
  const year = new Date().getFullYear() + 1
  await openAs(own, student.token, `/lessons/${course.lesson.id}?work`)
  const ask = async (why: string) => {
    await thread(own)
      .getByRole('button', { name: /Попросить продлить|Изменить просьбу/ })
      .click()
    await own.getByLabel('До какого времени').fill(`${year}-03-12T23:59`)
    await own.getByLabel('Почему нужно время').fill(why)
    await own.getByRole('button', { name: 'Попросить', exact: true }).click()
    // an earlier request for the same time is in the thread already
    await expect(thread(own).getByRole('button', { name: 'Изменить просьбу' })).toBeVisible()
    await expect(thread(own).getByText(`Просьба продлить срок до 12.03.${year} 23:59`).last()).toBeVisible()
  }
  await ask('Болел на неделе')

  await page.reload()
  const request1 = page.getByRole('region', { name: 'Просьба продлить срок' })
  await expect(request1).toContainText('Болел на неделе')
  await request1.getByRole('button', { name: 'Оставить как есть' }).click()
  await expect(thread(page).getByText('Срок оставлен прежним').first()).toBeVisible()
  await expect(request1).toHaveCount(0)

  await own.reload()
  await ask('Ещё раз прошу')
  await page.reload()
  await page.getByRole('button', { name: 'Продлить до 12.03' }).click()
  await expect(thread(page).getByText(`Срок продлён до 12.03.${year} 23:59`)).toBeVisible()
  const { task } = await callApi(request, 'GET', `/api/tasks/${taskId}`, { token: student.token })
  expect(task.due_at).toBe(`${year}-03-12T20:59:00.000Z`)
  await own.reload()
  await expect(thread(own).getByText(`Срок продлён до 12.03.${year} 23:59`)).toBeVisible()
  await own.close()
})
