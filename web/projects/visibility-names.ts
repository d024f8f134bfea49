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
export const publishedWords = (visibility: ProjectVisibility) =>
  visibility === 'public' ? 'Проект опубликован' : `Проект опубликован: ${visibilityNames[visibility].toLowerCase()}`

/** The same, so that one knows what is chosen. */
export const visibilityHints: Record<ProjectVisibility, string> = {
  public: 'В галерее, в профиле и в поисковых системах',
  school: 'В галерее и в профиле, но только для тех, кто вошёл на сайт',
  link: 'Только те, кому вы отправите адрес; в галерее проекта нет',
  me: 'Вы с соавторами, преподаватели и кураторы',
}
