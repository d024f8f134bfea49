import { counted } from '#contract/plural.ts'
import type { Attempt, Task } from '#contract/tasks/tasks.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { called } from '#contract/users/student-word.ts'
import { plainName } from '#web/files/file-names.ts'
import { formatMoment } from '#web/ui/dates.ts'

/** «1 204 знака»: how long a text is, as a reader counts. */
export const textSize = (text: string) => {
  const count = [...text.trim()].length
  return count === 0 ? 'нет' : counted(count, 'знак', 'знака', 'знаков')
}

/** The receipt of a hand-in as a text to keep; `text` is the attempt's text without its marks. */
export const receiptText = (task: Task, attempt: Attempt, text: string) =>
  [
    'Квитанция о сдаче работы',
    '',
    `Курс: ${task.course.name}`,
    `Урок: ${task.lesson.name}`,
    `Работа № ${task.id}, попытка ${attempt.number}`,
    `${task.students.length > 1 ? called('Студенты') : called('Студент')}: ${task.students.map(fullName).join(', ')}`,
    `Получено сервером: ${formatMoment(attempt.submitted_at)} (${attempt.submitted_at} UTC)`,
    `Текст: ${textSize(text)}`,
    ...(attempt.link ? [`Ссылка: ${attempt.link}`] : []),
    ...(attempt.files.length > 0 ? ['', 'Файлы'] : []),
    ...attempt.files.flatMap(({ name, size, sha256 }, index) => [
      `${index + 1}. ${plainName(name)}, ${counted(size, 'байт', 'байта', 'байт')}`,
      ...(sha256 ? [`   SHA-256: ${sha256}`] : []),
    ]),
    '',
  ].join('\r\n')
