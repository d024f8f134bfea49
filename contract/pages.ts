import { organisationPages, organisationTitle } from '#contract/organisation/organisation.schema.ts'

/** Who a page is for (specification §2); the others are sent to the main page. */
export type PageAccess = 'public' | 'guest' | 'user'

/** One address of the site, with the head of its document. */
export interface Page {
  path: string
  /** The module that draws it: a file of `web/`. */
  module: string
  access: PageAccess
  /** The route's title; a page about one thing shows that thing's name instead, once it is loaded. */
  title: string
  keywords: string
  description: string
  /** The header is hidden on routes that require it. */
  header: boolean
  /** The dark variant of the main content's background. */
  dark: boolean
  /** Sent to the reader as complete HTML, drawn by the server. */
  served: boolean
  /** Signed-in people see another page here: the served one is the guests', and never flashes by them. */
  personal: boolean
}

const page = (path: string, module: string, title: string, options: Partial<Page> = {}): Page => ({
  path,
  module,
  title,
  access: 'public',
  keywords: '',
  description: '',
  header: true,
  dark: false,
  served: false,
  personal: false,
  ...options,
})

const organisation = { header: false, served: true } as const

/** The one table of addresses, for the router, the server's head and its 404 (specification §2, product decisions). */
export const pages = {
  main: page('/', 'home/home.page.tsx', 'Главная', { served: true, personal: true }),
  registration: page('/registration', 'auth/registration.page.tsx', 'Регистрация', { access: 'guest' }),
  login: page('/login', 'auth/login.page.tsx', 'Вход', { access: 'guest' }),
  'forgot-password': page('/forgot-password', 'auth/forgot-password.page.tsx', 'Новый пароль', { access: 'guest' }),
  'reset-password': page('/reset-password/{token}', 'auth/reset-password.page.tsx', 'Новый пароль', {
    access: 'guest',
  }),
  'confirm-email': page('/confirm-email/{token}', 'auth/confirm-email.page.tsx', 'Подтверждение почты'),
  'parent-consent': page('/parent-consent/{token}', 'consents/parent-consent.page.tsx', 'Согласие за ребёнка'),
  organisation: page('/organisation', 'organisation/organisation.page.tsx', organisationTitle, organisation),
  // what the addresses required by the authority lead up to
  sveden: page('/sveden', 'organisation/organisation.page.tsx', organisationTitle, organisation),
  ...(Object.fromEntries(
    organisationPages.flatMap(({ number, slug, title }) => [
      [
        `organisation.page${number}`,
        page(`/organisation/page${number}`, 'organisation/organisation-text.page.tsx', title, organisation),
      ],
      [`sveden.${slug}`, page(`/sveden/${slug}`, 'organisation/organisation-text.page.tsx', title, organisation)],
    ]),
  ) as Record<OrganisationPageName, Page>),
  profile: page('/profile', 'users/profile.page.tsx', 'Профиль', { access: 'user' }),
  'users.show': page('/users/{id}', 'users/user.page.tsx', 'Профиль', { served: true }),
  'users.index': page('/users', 'users/users.page.tsx', 'Пользователи', { access: 'user' }),
  'projects.index': page('/projects', 'projects/projects.page.tsx', 'Проекты', { served: true }),
  'projects.create': page('/projects/create', 'projects/project-create.page.tsx', 'Новый проект', { access: 'user' }),
  'projects.show': page('/projects/{id}', 'projects/project.page.tsx', 'Проект', { served: true }),
  'projects.edit': page('/projects/{id}/edit', 'projects/project-edit.page.tsx', 'Редактирование проекта', {
    access: 'user',
  }),
  'tags.show': page('/tags/{tag}', 'projects/tag.page.tsx', 'Проекты', { served: true }),
  'programs.show': page('/programs/{id}', 'programs/program.page.tsx', 'Курс', { served: true }),
  'courses.index': page('/courses', 'courses/courses.page.tsx', 'Курсы', { access: 'user' }),
  'courses.create': page('/courses/create', 'courses/course-create.page.tsx', 'Новый курс', { access: 'user' }),
  'courses.show': page('/courses/{id}', 'courses/course.page.tsx', 'Курс', { access: 'user' }),
  'courses.edit': page('/courses/{id}/edit', 'courses/course-edit.page.tsx', 'Редактирование курса', {
    access: 'user',
  }),
  'lessons.create': page('/lessons/create/{course_id}', 'lessons/lesson-create.page.tsx', 'Новый урок', {
    access: 'user',
  }),
  'lessons.show': page('/lessons/{id}', 'lessons/lesson.page.tsx', 'Урок', { access: 'user' }),
  'lessons.edit': page('/lessons/{id}/edit', 'lessons/lesson-edit.page.tsx', 'Редактирование урока', {
    access: 'user',
  }),
  'tasks.index': page('/tasks', 'tasks/tasks.page.tsx', 'Задания', { access: 'user', dark: true }),
  'applications.index': page('/applications', 'applications/applications.page.tsx', 'Заявки', { access: 'user' }),
  settings: page('/settings', 'settings/settings.page.tsx', 'Настройки', { access: 'user' }),
  'documents.show': page('/documents/{slug}', 'documents/document.page.tsx', 'Документ', { served: true }),
} satisfies Record<string, Page>

type OrganisationPageName =
  | `organisation.page${(typeof organisationPages)[number]['number']}`
  | `sveden.${(typeof organisationPages)[number]['slug']}`

export type PageName = keyof typeof pages

/** The page of every other address. */
export const notFoundPage = page('', 'app/not-found.page.tsx', 'Ошибка 404')

/** The address of a page, with its parameters filled in. */
export const pathTo = (name: PageName, params: Record<string, string | number> = {}) =>
  pages[name].path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key])))

/** The title of a document: product name, a dash, the route's title (specification §2). */
export const documentTitle = (appName: string, title: string) => `${appName} — ${title}`

const patterns = (Object.keys(pages) as PageName[])
  .map((name) => {
    const { path } = pages[name]
    const keys = [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key as string)
    return {
      name,
      keys,
      pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, (_, key) => (/id$/.test(key) ? '(\\d+)' : '([^/]+)'))}$`),
    }
  })
  // an exact address takes precedence over one with parameters: /courses/create before /courses/{id}
  .sort((a, b) => a.keys.length - b.keys.length)

/** The page of an address with its parameters; null when there is none. Ignores a slash at the end. */
export const matchPage = (path: string): { name: PageName; params: Record<string, string> } | null => {
  const bare = path.length > 1 ? path.replace(/\/$/, '') : path
  for (const { name, keys, pattern } of patterns) {
    const match = pattern.exec(bare)
    if (match) return { name, params: Object.fromEntries(keys.map((key, i) => [key, match[i + 1] as string])) }
  }
  return null
}
