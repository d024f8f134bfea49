import type { DemoSavedComment } from './types.ts'

/** Comments that teachers keep; `{имя}` stands for the student's first name. */
export const savedComments: DemoSavedComment[] = [
  { by: 'vera', text: '{имя}, сетка держится. Осталось довести поля на телефоне: 16 px с каждой стороны.', uses: 14 },
  { by: 'vera', text: 'Подпись стоит ближе к чужой картинке, чем к своей. Сократите отступ сверху вдвое.', uses: 9 },
  { by: 'vera', text: 'Прочитайте одни заголовки подряд: пересказ должен получиться без абзацев.', uses: 6 },
  { by: 'vera', text: '{имя}, отличная работа, забираю в примеры для следующей группы.', uses: 3 },
  {
    by: 'vera',
    course: 'layout',
    text: 'Проверьте страницу при ширине 320 px: ничего не должно прокручиваться вбок.',
    uses: 11,
  },
  {
    by: 'vera',
    course: 'layout',
    text: 'Не хватает снимка экрана с телефона, без него читаемость не проверить.',
    uses: 5,
  },
]
