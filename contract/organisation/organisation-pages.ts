/**
 * The pages of the organisation section in the specification's order, with the titles of Rosobrnadzor's order No. 1493
 * (п. 6–20) and the address where the supervising authority's robot expects each.
 */
export const organisationPages = [
  { number: 1, slug: 'common', title: 'Основные сведения' },
  { number: 2, slug: 'struct', title: 'Структура и органы управления образовательной организацией' },
  { number: 3, slug: 'document', title: 'Документы' },
  { number: 4, slug: 'education', title: 'Образование' },
  { number: 5, slug: 'managers', title: 'Руководство' },
  { number: 6, slug: 'employees', title: 'Педагогический состав' },
  {
    number: 7,
    slug: 'objects',
    title: 'Материально-техническое обеспечение и оснащенность образовательного процесса. Доступная среда',
  },
  { number: 8, slug: 'paid_edu', title: 'Платные образовательные услуги' },
  { number: 9, slug: 'budget', title: 'Финансово-хозяйственная деятельность' },
  { number: 10, slug: 'vacant', title: 'Вакантные места для приема (перевода) обучающихся' },
  { number: 11, slug: 'grants', title: 'Стипендии и меры поддержки обучающихся' },
  { number: 12, slug: 'inter', title: 'Международное сотрудничество' },
  { number: 13, slug: 'catering', title: 'Организация питания в образовательной организации' },
  { number: 14, slug: 'eduStandarts', title: 'Образовательные стандарты и требования' },
] as const

export const organisationTitle = 'Сведения об образовательной организации'
