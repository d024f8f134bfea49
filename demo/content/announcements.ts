import type { DemoAnnouncement } from './types.ts'

/** What the school and its teachers have announced. */
export const demoAnnouncements: DemoAnnouncement[] = [
  {
    by: 'vera',
    course: 'layout',
    title: 'Созвон по сеткам переносим на вечер',
    content:
      '<p>Многие попросили начать позже, поэтому встречаемся в 19:00. Возьмите с собой макет, на котором застряли: разберём три-четыре вместе.</p>',
    mustRead: false,
    daysAgo: 1,
  },
  {
    by: 'olga',
    course: null,
    title: 'Итоговый показ проектов — в последнюю пятницу декабря',
    content:
      '<p>Покажем лучшие работы семестра и позовём гостей из студий. Чтобы участвовать, опубликуйте проект до 18 декабря.</p><ul><li>показ идёт онлайн, на каждого пять минут;</li><li>вопросы задают гости и другие студенты;</li><li>запись останется только у школы.</li></ul>',
    mustRead: true,
    daysAgo: 3,
  },
]
