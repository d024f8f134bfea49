import type { certificatesApi } from '#contract/certificates/certificates.api.ts'
import type { documentsApi } from '#contract/documents/documents.api.ts'
import type { homeApi } from '#contract/home/home.api.ts'
import type { CallResponse } from '#contract/http/endpoint.ts'
import type { SignatureAnswer } from '#contract/organisation/made-documents.schema.ts'
import type { organisationApi } from '#contract/organisation/organisation.api.ts'
import { organisationPages, organisationTitle } from '#contract/organisation/organisation-pages.ts'
import type { programsApi } from '#contract/programs/programs.api.ts'
import type { projectsApi } from '#contract/projects/projects.api.ts'
import { keysOf, recordOf } from '#contract/records.ts'
import type { usersApi } from '#contract/users/users.api.ts'

/** Who a page is for (specification §2); the others are sent to the main page. */
type PageAccess = 'public' | 'guest' | 'user'

/** The types of a served page's data: the responses of its queries, by the names that the page's `load` gives them. */
export interface ServedFrom<Answers extends object> {
  readonly answers?: Answers
}

/** One address of the site, with the head of its document. */
export interface Page<
  Path extends string = string,
  Word extends string = string,
  Served extends ServedFrom<object> | null = ServedFrom<object> | null,
> {
  /** As the router spells it: a parameter is `$name`. */
  path: Path
  /** The names of its query parameters. */
  search: readonly Word[]
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
  /** Sent to the reader as complete HTML, drawn by the server; null when only the app draws it. */
  served: Served
  /** Signed-in people see another page here: the served one is the guests', and never flashes by them. */
  personal: boolean
  /** Guests can do everything on it without the app, which then comes once they touch the page. */
  still: boolean
  /** What its 404 says, where there is no such thing; null for what every 404 says. */
  missing: string | null
}

function page<
  const Path extends string,
  const Word extends string = never,
  Served extends ServedFrom<object> | null = null,
>(path: Path, module: string, title: string, options?: Partial<Page<Path, Word, Served>>): Page<Path, Word, Served>
function page(path: string, module: string, title: string, options: Partial<Page> = {}): Page {
  return {
    path,
    search: [],
    module,
    title,
    access: 'public',
    keywords: '',
    description: '',
    header: true,
    dark: false,
    served: null,
    personal: false,
    still: false,
    missing: null,
    ...options,
  }
}

const servedFrom = <Answers extends object>(): ServedFrom<Answers> => ({})

const organisation = {
  header: false,
  still: true,
  search: ['view'],
  served: servedFrom<{ contents: { pages: typeof organisationPages } }>(),
} as const

/** A page of the organisation section, at either of its addresses. */
const section = (path: `/${'organisation' | 'sveden'}/${string}`, title: string) =>
  page(path, 'organisation/organisation-text.page.tsx', title, {
    header: false,
    still: true,
    search: ['view', 'version', 'signature'],
    served: servedFrom<{ page: CallResponse<typeof organisationApi.get>; signature?: SignatureAnswer }>(),
  })

/**
 * The one table of addresses: for the router, the server's heads and its 404 (specification §2, product decisions). The
 * name of a page determines the types of its parameters, its query parameters and its served data.
 */
export const pages = {
  main: page('/', 'home/home.page.tsx', 'Главная', {
    served: servedFrom<{ home: CallResponse<typeof homeApi.get> }>(),
    personal: true,
    still: true,
  }),
  registration: page('/registration', 'auth/registration.page.tsx', 'Регистрация', {
    access: 'guest',
    search: ['program', 'code'],
  }),
  login: page('/login', 'auth/login.page.tsx', 'Вход', {
    access: 'guest',
    // what the school's identity provider sends people back with, and the project of a guest who wants to like it, or
    // to write a comment
    search: ['state', 'code', 'iss', 'error', 'project'],
  }),
  'forgot-password': page('/forgot-password', 'auth/forgot-password.page.tsx', 'Новый пароль', { access: 'guest' }),
  'reset-password': page('/reset-password/$token', 'auth/reset-password.page.tsx', 'Новый пароль', {
    access: 'guest',
    search: ['email'],
  }),
  'confirm-email': page('/confirm-email/$token', 'auth/confirm-email.page.tsx', 'Подтверждение почты'),
  unsubscribe: page('/unsubscribe/$token', 'notifications/unsubscribe.page.tsx', 'Письма'),
  'parent-consent': page('/parent-consent/$token', 'consents/parent-consent.page.tsx', 'Согласие за ребёнка'),
  family: page('/family/$token', 'family/family.page.tsx', 'Страница для родителей', {
    search: ['statement', 'courses', 'period'],
  }),
  organisation: page('/organisation', 'organisation/organisation.page.tsx', organisationTitle, organisation),
  // what the addresses required by the authority lead up to
  sveden: page('/sveden', 'organisation/organisation.page.tsx', organisationTitle, organisation),
  ...recordOf(
    organisationPages,
    ({ number }) => `organisation.page${number}` as const,
    ({ number, title }) => section(`/organisation/page${number}`, title),
  ),
  ...recordOf(
    organisationPages,
    ({ slug }) => `sveden.${slug}` as const,
    ({ slug, title }) => section(`/sveden/${slug}`, title),
  ),
  profile: page('/profile', 'users/profile.page.tsx', 'Профиль', { access: 'user' }),
  // also what the service worker shows in place of every other address while there is no network
  offline: page('/offline', 'offline/offline.page.tsx', 'Без сети', { access: 'user' }),
  'users.show': page('/users/$id', 'users/user.page.tsx', 'Профиль', {
    served: servedFrom<{ profile: CallResponse<typeof usersApi.get> }>(),
  }),
  'users.index': page('/users', 'users/users.page.tsx', 'Пользователи', {
    access: 'user',
    search: ['tab', 'search', 'role', 'cohort_id', 'course_id', 'state', 'visit', 'without_course', 'page', 'show'],
  }),
  'projects.index': page('/projects', 'projects/projects.page.tsx', 'Проекты', {
    search: ['search', 'tag', 'course_id', 'year', 'sort'],
    served: servedFrom<{
      gallery: CallResponse<typeof projectsApi.list>
      filters: CallResponse<typeof projectsApi.filters>
    }>(),
  }),
  'projects.create': page('/projects/create', 'projects/project-create.page.tsx', 'Новый проект', {
    access: 'user',
    search: ['task'],
  }),
  'projects.show': page('/projects/$id', 'projects/project.page.tsx', 'Проект', {
    search: ['key'],
    served: servedFrom<{ project: CallResponse<typeof projectsApi.get> }>(),
  }),
  'projects.edit': page('/projects/$id/edit', 'projects/project-edit.page.tsx', 'Редактирование проекта', {
    access: 'user',
  }),
  'tags.show': page('/tags/$tag', 'projects/tag.page.tsx', 'Проекты', {
    search: ['sort'],
    served: servedFrom<{ tag: CallResponse<typeof projectsApi.tag>; gallery: CallResponse<typeof projectsApi.list> }>(),
  }),
  'programs.show': page('/programs/$id', 'programs/program.page.tsx', 'Курс', {
    served: servedFrom<{ program: CallResponse<typeof programsApi.get> }>(),
  }),
  'courses.index': page('/courses', 'courses/courses.page.tsx', 'Курсы', {
    access: 'user',
    search: ['deleted', 'view', 'weeks', 'user', 'courses', 'period'],
  }),
  'cohorts.show': page('/classes/$id', 'cohorts/cohort.page.tsx', 'Класс', {
    access: 'user',
    search: ['view', 'status'],
  }),
  'courses.create': page('/courses/create', 'courses/course-create.page.tsx', 'Новый курс', { access: 'user' }),
  'courses.show': page('/courses/$id', 'courses/course.page.tsx', 'Курс', {
    access: 'user',
    search: ['view', 'search', 'status', 'cohort', 'period', 'as'],
  }),
  'courses.edit': page('/courses/$id/edit', 'courses/course-edit.page.tsx', 'Редактирование курса', {
    access: 'user',
    search: ['view'],
  }),
  'lessons.create': page('/lessons/create/$course_id', 'lessons/lesson-create.page.tsx', 'Новый урок', {
    access: 'user',
    search: ['section'],
  }),
  'lessons.show': page('/lessons/$id', 'lessons/lesson.page.tsx', 'Урок', { access: 'user', search: ['work', 'as'] }),
  'lessons.edit': page('/lessons/$id/edit', 'lessons/lesson-edit.page.tsx', 'Редактирование урока', {
    access: 'user',
    search: ['view', 'version', 'with'],
  }),
  'tasks.index': page('/tasks', 'tasks/tasks.page.tsx', 'Задания', {
    access: 'user',
    dark: true,
    search: ['status', 'asks', 'course_id', 'lesson_id', 'student_id', 'reviewer', 'search', 'page', 'task'],
  }),
  calendar: page('/calendar', 'calendar/calendar.page.tsx', 'Календарь', {
    access: 'user',
    search: ['month', 'view', 'course_id'],
  }),
  'announcements.show': page('/announcements/$id', 'announcements/announcement.page.tsx', 'Объявление', {
    access: 'user',
  }),
  'applications.index': page('/applications', 'applications/applications.page.tsx', 'Заявки', {
    access: 'user',
    search: ['status', 'page'],
  }),
  settings: page('/settings', 'settings/settings.page.tsx', 'Настройки', {
    access: 'user',
    search: ['tab', 'state', 'document', 'search', 'user', 'about', 'kind', 'from', 'to', 'page'],
  }),
  'certificates.show': page('/certificates/$number', 'certificates/certificate.page.tsx', 'Сертификат', {
    still: true,
    missing: 'Сертификата с таким номером нет. Сверьте номер знак за знаком: возможно, в адресе опечатка.',
    served: servedFrom<{ certificate: CallResponse<typeof certificatesApi.get> }>(),
  }),
  'documents.show': page('/documents/$slug', 'documents/document.page.tsx', 'Документ', {
    search: ['version', 'token'],
    still: true,
    served: servedFrom<{ document: CallResponse<typeof documentsApi.get> & { earlier?: boolean } }>(),
  }),
}

type Pages = typeof pages

export type PageName = keyof Pages

type ParameterOf<Path extends string> = Path extends `${string}$${infer Name}/${infer Rest}`
  ? Name | ParameterOf<`/${Rest}`>
  : Path extends `${string}$${infer Name}`
    ? Name
    : never

/** The parameters of a page's address. */
export type PageParams<Name extends PageName> = Record<ParameterOf<Pages[Name]['path']>, string>

/** The query parameters of a page, each optional. */
export type PageSearch<Name extends PageName> = { [Word in Pages[Name]['search'][number]]?: string | undefined }

/** The pages about one thing, with its id in the address. */
export type PageOfOne = { [Name in PageName]: 'id' extends keyof PageParams<Name> ? Name : never }[PageName]

/** The pages that are served as complete HTML. */
export type ServedPageName = { [Name in PageName]: Pages[Name]['served'] extends null ? never : Name }[PageName]

/** The data of a served page. */
export type ServedAnswers<Name extends ServedPageName> =
  Pages[Name]['served'] extends ServedFrom<infer Answers> ? Answers : never

/** The names of all pages. */
export const pageNames = keysOf(pages)

/**
 * Whether the address of the page gives rights to everybody who has it: search engines must neither show nor learn it.
 */
export const isSecret = ({ path }: Pick<Page, 'path'>) => path.endsWith('/$token')

/** The page of every other address. */
export const notFoundPage = page('', 'app/not-found.page.tsx', 'Ошибка 404', { still: true })

/**
 * The same at the address of each page, where it is of something that guests do not see, or that is not there:
 * signed-in users may see it.
 */
export const notForGuestsPages = recordOf(
  pageNames,
  (name) => name,
  (name): Page => ({ ...notFoundPage, personal: true, missing: pages[name].missing }),
)

/**
 * Query parameters as part of an address, with the `?`: without JSON; one with an empty value has no `=`, as in
 * `?work`.
 */
export const searchString = (search: object) => {
  const parameters = new URLSearchParams(
    Object.entries(search).flatMap(([word, value]) => (value == null ? [] : [[word, String(value)]])),
  ).toString()
  return parameters && `?${parameters.replace(/=(?=&|$)/g, '')}`
}

/** A path with any values of its parameters. */
type AnyOf<Path extends string> = Path extends `${infer Before}$${infer Name}/${infer Rest}`
  ? `${Before}${ValueOf<Name>}/${AnyOf<Rest>}`
  : Path extends `${infer Before}$${infer Name}`
    ? `${Before}${ValueOf<Name>}`
    : Path
type ValueOf<Name extends string> = Name extends `${string}id` ? number : string

type PagePath = AnyOf<Pages[PageName]['path']>

/** An address of a page of the site: `/courses/5?view=members#programme`. */
export type PageAddress = `${PagePath}${'' | `?${string}` | `#${string}`}`

type Filled<Word extends string> = { [Name in Word]?: string | number | undefined }
type AddressOf<Name extends PageName> = [
  ...(keyof PageParams<Name> extends never
    ? [params?: Record<string, never>]
    : [params: Record<keyof PageParams<Name>, string | number>]),
  search?: Filled<keyof PageSearch<Name>>,
  place?: string | null,
]

/** The address of a page with its parameters, its query parameters, and the id of an element (`place`). */
export function pathTo<Name extends PageName>(name: Name, ...address: AddressOf<Name>): PageAddress
export function pathTo(
  name: PageName,
  params: Filled<string> = {},
  search: Filled<string> = {},
  place?: string | null,
) {
  const path = pages[name].path.replace(/\$(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])))
  return path + searchString(search) + (place ? `#${place}` : '')
}

/** The address of a page of the organisation section by its number. */
export const organisationPath = (number: number, search: Filled<'view' | 'version'> = {}) => {
  const known = organisationPages.find((one) => one.number === number)
  return pathTo(known ? `organisation.page${known.number}` : 'organisation', {}, search)
}

/** The title of a document: product name, a dash, the route's title (specification §2). */
export const documentTitle = (appName: string, title: string) => `${appName} — ${title}`

const patterns = pageNames
  .map((name) => {
    const { path } = pages[name]
    const keys = [...path.matchAll(/\$(\w+)/g)].flatMap(([, key]) => key ?? [])
    return {
      name,
      keys,
      pattern: new RegExp(`^${path.replace(/\$(\w+)/g, (_, key) => (/id$/.test(key) ? '(\\d+)' : '([^/]+)'))}$`),
    }
  })
  // an exact address takes precedence over one with parameters: /courses/create before /courses/$id
  .sort((a, b) => a.keys.length - b.keys.length)

/** A page with the parameters of its address. */
export type PageMatch = { [Name in PageName]: { name: Name; params: PageParams<Name> } }[PageName]

/** The page of an address with its parameters; null when there is none. Ignores a slash at the end. */
export function matchPage(path: string): PageMatch | null
export function matchPage(path: string): { name: PageName; params: Record<string, string> } | null {
  const bare = path.length > 1 ? path.replace(/\/$/, '') : path
  for (const { name, keys, pattern } of patterns) {
    const [whole, ...values] = pattern.exec(bare) ?? []
    if (whole !== undefined) return { name, params: Object.fromEntries(keys.map((key, at) => [key, values[at] ?? ''])) }
  }
  return null
}
