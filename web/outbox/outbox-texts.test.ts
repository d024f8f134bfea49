import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '#web/data/api-error.ts'
import { answersText, handInText, refusedReportText, reportText } from '#web/outbox/outbox-texts.ts'

const unauthorized = new ApiError(401, {})

test('answers and reports that wait for their person say so', () => {
  expect(answersText(unauthorized)).toBe(
    'Вы вышли из учётной записи. Ответы сохранены на этом устройстве и отправятся, когда вы снова войдёте.',
  )
  expect(reportText(unauthorized, false)).toBe(
    'Вы вышли из учётной записи. Результат сохранён на этом устройстве и отправится, когда вы снова войдёте.',
  )
  expect(reportText(unauthorized, true)).toBe(
    'Вы вышли из учётной записи. Результат отправится, когда вы снова войдёте: не закрывайте страницу.',
  )
})

test('answers and reports that wait for the network or the server say so', () => {
  expect(answersText(new NetworkError())).toBe(
    'Нет сети. Ответы сохранены на этом устройстве и отправятся сами, когда она появится.',
  )
  expect(answersText(new ApiError(503, {}))).toBe(
    'Сервер пока не отвечает. Ответы сохранены на этом устройстве и отправятся сами.',
  )
  expect(reportText(new NetworkError(), false)).toBe(
    'Нет сети. Результат сохранён на этом устройстве и отправится сам.',
  )
  expect(reportText(new ApiError(503, {}), true)).toBe(
    'Сервер пока не отвечает. Результат отправится сам, когда появится связь: не закрывайте страницу.',
  )
})

test('a report that is refused for now says when it is sent again', () => {
  expect(refusedReportText('Урок закрыт.', false)).toBe(
    'Урок закрыт. Результат сохранён на этом устройстве и отправится, когда вы снова откроете урок.',
  )
  expect(refusedReportText('Урок закрыт.', true)).toBe(
    'Урок закрыт. Не закрывайте страницу: результат отправится, когда вы снова откроете урок.',
  )
})

test('a hand-in that is sent again by itself does not ask to try again', () => {
  const failed = new ApiError(500, {})
  expect(handInText(failed, true, true)).toBe(
    'Не удалось отправить работу. На сервере случилась ошибка. Мы уже знаем о ней. Отправим работу сами, когда вы снова откроете урок.',
  )
  expect(handInText(failed, false, false)).toBe(
    'Не удалось отправить работу. На сервере случилась ошибка. Мы уже знаем о ней. Попробуйте ещё раз через минуту.',
  )
})
