import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Home } from '#contract/home/home.schema.ts'
import type { ServedPage } from '#contract/page-head.ts'
import { notFoundPage, type Page, pages } from '#contract/pages.ts'
import type { SchoolSettings } from '#contract/site/site-settings.schema.ts'
import { FieldsProvider } from '#web/app/FieldsProvider.tsx'
import { GuestLinks } from '#web/app/GuestLinks.tsx'
import headerClasses from '#web/app/Header.module.css'
import { HeaderBar } from '#web/app/HeaderBar.tsx'
import { Main } from '#web/app/Main.tsx'
import { NotFoundView } from '#web/app/NotFoundView.tsx'
import type { PageSearch } from '#web/app/page-params.ts'
import { hasFooter, SiteFooter } from '#web/app/SiteFooter.tsx'
import { codeLanguages } from '#web/content/code-languages.ts'
import { drawCode, loadLanguages } from '#web/content/draw-code.ts'
import { drawFormulas } from '#web/content/draw-formulas.ts'
import { drawing } from '#web/content/drawing.ts'
import { DocumentView } from '#web/documents/DocumentView.tsx'
import { GuestHome } from '#web/home/GuestHome.tsx'
import { hasPrograms } from '#web/home/has-programs.ts'
import { OrganisationContents } from '#web/organisation/OrganisationContents.tsx'
import { OrganisationText } from '#web/organisation/OrganisationView.tsx'
import { ProgramView } from '#web/programs/ProgramView.tsx'
import { GalleryView, TagView } from '#web/projects/GalleryView.tsx'
import { ServedProject } from '#web/projects/ServedProject.tsx'
import { clock } from '#web/ui/dates.ts'
import { Row } from '#web/ui/layout.tsx'
import { ProfileView } from '#web/users/ProfileView.tsx'

// a served text is drawn at once; its formulas need neither fonts nor a style sheet until the app draws over them
await loadLanguages(Object.keys(codeLanguages))
clock.timeZone = 'Europe/Moscow'

interface Content extends Partial<Pick<ServedPage, 'data' | 'more'>> {
  search: PageSearch
}

// biome-ignore lint/suspicious/noExplicitAny: each view takes the answers that its loader (`server/*/*.pages.ts`) gives
type View = (data: any, more: any[], search: PageSearch) => ReactNode

/** What draws each served page from the answers to its queries, by the page's module: without router and queries. */
const views: Record<string, View> = {
  [notFoundPage.module]: () => <NotFoundView />,
  [pages.organisation.module]: () => <OrganisationContents />,
  [pages['organisation.page1'].module]: ({ page }, [answer], search) => (
    <OrganisationText page={page} signature={answer && { asked: search.signature ?? '', answer }} />
  ),
  [pages['documents.show'].module]: ({ document, earlier }) => <DocumentView document={document} earlier={earlier} />,
  [pages['programs.show'].module]: ({ program }) => <ProgramView program={program} />,
  [pages.main.module]: ({ home }) => <GuestHome home={home} />,
  [pages['users.show'].module]: ({ user }) => <ProfileView user={user} />,
  [pages['projects.index'].module]: ({ projects, total }, [{ filters }], search) => (
    <GalleryView projects={projects} total={total} filters={filters} search={search} />
  ),
  [pages['projects.show'].module]: ({ project }) => <ServedProject project={project} />,
  [pages['tags.show'].module]: ({ tag }, [{ projects }], search) => (
    <TagView tag={tag} projects={projects} search={search} />
  ),
}

interface Drawn {
  page: Page
  content: Content
  appName: string
  school: SchoolSettings | null
  /** Code and formulas stay as they were written: drawing them was too much. */
  plain: boolean
}

/** Draws what stands in `#root` of a served page: the same parts that the app draws over it later. Called in a worker. */
export const render = ({ page, content: { search, data, more = [] }, appName, school, plain }: Drawn) => {
  drawing.code = plain ? null : drawCode
  drawing.formulas = plain ? null : (html) => drawFormulas(html, 'mathml')
  const view = views[page.module]
  if (!view) throw new Error(`Nothing draws ${page.module}`)
  const markup = renderToStaticMarkup(
    <FieldsProvider>
      {page.header && (
        <HeaderBar appName={appName}>
          <Row as="nav" gap={2} fixed className={headerClasses.nav} aria-label="Главное меню" data-guests>
            <GuestLinks programs={page.path === pages.main.path && hasPrograms((data as { home: Home }).home)} />
          </Row>
        </HeaderBar>
      )}
      <Main header={page.header} dark={page.dark}>
        {view(data, more, search)}
      </Main>
      {hasFooter(page) && <SiteFooter appName={appName} school={school} comfort={page.header} />}
    </FieldsProvider>,
  )
  // React writes itemProp: the same to a browser, but not to a robot that compares letters
  return markup.replaceAll(' itemProp="', ' itemprop="')
}
