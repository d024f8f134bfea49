// The same words on the page, in its picture and for search engines.

/** «Бесплатно», «12 000 ₽». */
export const formatPrice = (roubles: number) =>
  roubles === 0 ? 'Бесплатно' : `${roubles.toLocaleString('ru-RU').replace(/\s/g, '\u00a0')}\u00a0₽`

const months = [
  'января',
  'февраля',
  'марта',
  'апреля',
  'мая',
  'июня',
  'июля',
  'августа',
  'сентября',
  'октября',
  'ноября',
  'декабря',
]

/** «1 декабря», or with the year when it is another than this one. A day has no time zone. */
export const formatStart = (day: string, thisYear = new Date().getFullYear()) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return `${date}\u00a0${months[month - 1]}${year === thisYear ? '' : ` ${year}`}`
}
