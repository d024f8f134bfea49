/** The school's facts about a course for people who may want to take it. */
export interface DemoAdmission {
  /** HTML */
  announcement: string
  enrolling: boolean
  /** Relative to the day the school is built; null when no day is set. */
  startsInDays: number | null
  seats: number | null
  /** In roubles. */
  price: number | null
  level: string
  form: string
  duration: string
}

const level = 'Дополнительное профессиональное образование, повышение квалификации'

/** By course key; other courses are not announced. */
export const admission: Record<string, DemoAdmission> = {
  layout: {
    announcement: `<p>Курс для тех, кто хочет собирать страницы сам: редакторов, дизайнеров, учителей, всех, у кого есть что рассказать. Опыта не нужно, хватит любопытства и трёх вечеров в неделю.</p>
<h2>Что будет в конце</h2>
<ul>
<li>Лонгрид на вашу тему, который открывают с телефона и дочитывают.</li>
<li>Шесть работ, разобранных преподавателем до мелочей.</li>
<li>Привычка видеть сетку, поля и ритм на любой странице.</li>
</ul>
<h2>Как проходят занятия</h2>
<p>Уроки читаете когда удобно. Работу сдаёте к сроку, и за два-три дня получаете разбор: что получилось и что поправить. Исправлять можно сколько понадобится.</p>`,
    enrolling: true,
    startsInDays: 21,
    seats: 20,
    price: 12_000,
    level,
    form: 'Заочная, дистанционно',
    duration: '3 месяца, 72 часа',
  },
  type: {
    announcement: `<p>Восемь недель о буквах: как выбрать шрифт, как сделать слово ровным и как сказать коротко на вывеске. Половина занятий с бумагой и фломастером, половина на экране.</p>
<h2>Кому подойдёт</h2>
<p>Тем, кто уже что-нибудь верстал и заметил, что дело в буквах. Программы для векторной графики покажем с нуля.</p>
<h2>Что останется</h2>
<p>Знак из букв, указатель для настоящего места и четыре принятые работы, которые можно показать.</p>`,
    enrolling: true,
    startsInDays: 35,
    seats: 12,
    price: 9_000,
    level,
    form: 'Заочная, дистанционно',
    duration: '2 месяца, 48 часов',
  },
  data: {
    announcement: `<p>Как задать таблице вопрос, проверить ответ и рассказать его так, чтобы поняли все. Программировать не нужно. Этот курс для всех бесплатный.</p>`,
    enrolling: false,
    startsInDays: null,
    seats: 10,
    price: 0,
    level,
    form: 'Заочная, дистанционно',
    duration: '2 месяца, 54 часа',
  },
}
