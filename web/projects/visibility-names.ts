import type { ProjectVisibility } from '#contract/projects/projects.schema.ts'

// Apart from the schema, so that a gallery loads nothing to check forms with.

/** Who sees a published project, in a word or two. */
export const visibilityNames: Record<ProjectVisibility, string> = {
  me: 'Я и преподаватели',
  school: 'Школа',
  link: 'По ссылке',
  public: 'Все',
}

/** What is said once a project is published. */
export const publishedTexts: Record<ProjectVisibility, string> = {
  public: 'Проект видят все: он в галерее и в профиле.',
  school: 'Проект видит школа: он в галерее и в профиле, но только для тех, кто вошёл на сайт.',
  link: 'Проект увидят те, кому вы отправите ссылку: нажмите «Поделиться».',
  me: 'Проект видят вы с соавторами, преподаватели и кураторы.',
}

/** The same, so that one knows what is chosen. */
export const visibilityHints: Record<ProjectVisibility, string> = {
  public: 'В галерее, в профиле и в поисковых системах',
  school: 'В галерее и в профиле, но только для тех, кто вошёл на сайт',
  link: 'Только те, кому вы отправите адрес; в галерее проекта нет',
  me: 'Вы с соавторами, преподаватели и кураторы',
}
