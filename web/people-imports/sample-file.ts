import { cohortTitle } from '#contract/cohorts/cohort-words.ts'
import { saveBlob } from '#web/files/save-blob.ts'

const rowsOf = () => [
  [
    'Фамилия',
    'Имя',
    'Отчество',
    'Почта',
    'Логин',
    'Роль',
    cohortTitle('one'),
    'Дата рождения',
    'Личный номер',
    'Имя родителя',
    'Почта родителя',
    'Курсы',
  ],
  ['Иванова', 'Мария', 'Петровна', 'maria@example.ru', '', 'ученик', '7 «А»', '14.03.2011', '1021', '', '', ''],
  [
    'Петров',
    'Лев',
    '',
    '',
    'petrov.lev',
    'ученик',
    '7 «А»',
    '02.09.2013',
    '1022',
    'Петрова Анна Ильинична',
    'anna@example.ru',
    '',
  ],
  ['Соколова', 'Инна', 'Юрьевна', 'inna@example.ru', '', 'учитель', '', '', '', '', '', ''],
]

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** Saves a file to fill in: CSV with semicolons and a byte order mark, as Russian Excel opens it. */
export const saveSample = () => {
  const text = rowsOf()
    .map((row) => row.map(quoted).join(';'))
    .join('\r\n')
  saveBlob(new Blob([`\ufeff${text}\r\n`], { type: 'text/csv' }), 'Образец для импорта.csv')
}
