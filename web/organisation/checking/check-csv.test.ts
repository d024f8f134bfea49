import { expect, it } from 'vitest'
import { reportCsv } from '#web/organisation/checking/check-csv.ts'

it('writes faults and names of each page, quotes and semicolons within their cells', () => {
  const csv = reportCsv({
    checked_at: '2026-11-21T20:00:00Z',
    edition: 10,
    faults: [{ text: 'Главная страница не открывается: ответ 500.', tone: 'bad' }],
    pages: [
      {
        number: 5,
        title: 'Руководство',
        path: '/sveden/managers',
        law: 'Приказ № 1493, п. 11',
        source: 'МР 9.0.0',
        faults: [
          { text: 'Нет меню раздела (<nav>).', tone: 'bad' },
          { text: 'Документ старше данных.', tone: 'warn' },
          { text: 'Страница не на этом сайте.', tone: 'note' },
        ],
        names: [
          {
            name: 'fio',
            container: 'rucovodstvo',
            label: 'ФИО',
            required: true,
            finding: 'misplaced',
            count: 0,
            advice: 'Имя "fio" вне строки; исправьте',
          },
        ],
      },
    ],
  })
  expect(csv.startsWith('\ufeff"Страница";"Имя";')).toBe(true)
  expect(csv.split('\r\n').slice(1)).toEqual([
    '"Сайт";"";"";"";"";"Ошибка";"";"";"Главная страница не открывается: ответ 500.";""',
    '"Руководство";"";"";"";"";"Ошибка";"";"";"Нет меню раздела (<nav>).";"Приказ № 1493, п. 11"',
    '"Руководство";"";"";"";"";"Замечание";"";"";"Документ старше данных.";"Приказ № 1493, п. 11"',
    '"Руководство";"";"";"";"";"Проверьте сами";"";"";"Страница не на этом сайте.";"Приказ № 1493, п. 11"',
    '"Руководство";"fio";"rucovodstvo";"ФИО";"Не на месте";"Ошибка";"0";"да";"Имя ""fio"" вне строки; исправьте";"Приказ № 1493, п. 11; МР 9.0.0"',
    '',
  ])
})
