import { expect, test } from 'vitest'
import { receiptText, textSize } from '#web/tasks/receipt-text.ts'
import { anAttempt, aTask, vera } from '#web/tasks/task.fixture.ts'
import { formatMoment } from '#web/ui/dates.ts'

test('a receipt says when, what and which bytes', () => {
  const sha256 = 'a'.repeat(64)
  const file = { id: '0'.repeat(32), name: 'план.txt', type: 'text/plain', size: 15, sha256, url: '/x' }
  const attempt = anAttempt(2, { link: 'https://example.com/', files: [file] })
  const lines = receiptText(aTask('submitted', [attempt], { students: [vera] }), attempt, ' Работа ').split('\r\n')
  expect(lines).toEqual([
    'Квитанция о сдаче работы',
    '',
    'Курс: Вёрстка',
    'Урок: Сетка',
    'Работа № 1, попытка 2',
    'Студент: Вера Лосева',
    `Получено сервером: ${formatMoment(attempt.submitted_at)} (2026-11-15T02:00:00.000Z UTC)`,
    'Текст: 6\u00a0знаков',
    'Ссылка: https://example.com/',
    '',
    'Файлы',
    '1. план.txt, 15\u00a0байт',
    `   SHA-256: ${sha256}`,
    '',
  ])
})

test('letters are counted as a reader does', () => {
  expect([textSize('  '), textSize('Ура 🎉')]).toEqual(['нет', '5\u00a0знаков'])
})
