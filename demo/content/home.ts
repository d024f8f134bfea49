import type { HomeSettings } from '#contract/site/site-settings.schema.ts'

/** The projects that the curator put first on the main page, by key: from every course, with covers in every colour. */
export const homeProjects = [
  'clock-museum',
  'tram-atlas',
  'long-names',
  'furniture',
  'reading-room',
  'blue-bird',
  'school-air',
  'sky',
]

/** The curator's settings of the main page; the others are defaults. */
export const home: Partial<HomeSettings> = {
  about: {
    title: 'О школе',
    text: `Мы учим делать страницы, буквы и истории из чисел. Уроки короткие, работ много, и каждую читает человек, который сам этим занимается.
Преподаватели работают в издательствах, редакциях и студиях, поэтому разбирают не «на оценку», а так, как разбирают коллегам: с примерами и по делу.`,
  },
  links: [
    { title: 'Документы школы', url: '/organisation/page3' },
    { title: 'Платные услуги', url: '/organisation/page8' },
  ],
}
