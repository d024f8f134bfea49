// Apart from the schemas, so that a page that only shows titles of documents does not load zod.

/**
 * The school's own documents that the law requires. `consent`: people agree to it, with a journal (152-ФЗ, art. 9):
 * `registration` when they register, `parent` for a child, `publication` when they first publish for everybody (art.
 * 10.1).
 */
export const documents = [
  { slug: 'privacy', title: 'Политика обработки персональных данных', consent: null },
  { slug: 'personal-data', title: 'Согласие на обработку персональных данных', consent: 'registration' },
  { slug: 'parent-consent', title: 'Согласие родителя на обработку персональных данных ребёнка', consent: 'parent' },
  {
    slug: 'publication',
    title: 'Согласие на обработку персональных данных, разрешённых для распространения',
    consent: 'publication',
  },
  { slug: 'cookies', title: 'Файлы cookie', consent: null },
] as const
