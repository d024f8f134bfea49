import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ServedPage } from '#contract/page-head.ts'
import { matchPage, type Page, pages } from '#contract/pages.ts'
import type { SchoolSettings } from '#contract/site/site-settings.schema.ts'
import { FieldsProvider } from '#web/app/FieldsProvider.tsx'
import { GuestLinks } from '#web/app/GuestLinks.tsx'
import headerClasses from '#web/app/Header.module.css'
import { HeaderBar } from '#web/app/HeaderBar.tsx'
import { Main } from '#web/app/Main.tsx'
import type { PageSearch } from '#web/app/page-params.ts'
import { hasFooter, SiteFooter } from '#web/app/SiteFooter.tsx'
import { codeLanguages } from '#web/content/code-languages.ts'
import { drawCode, loadLanguages } from '#web/content/draw-code.ts'
import { drawFormulas } from '#web/content/draw-formulas.ts'
import { drawing } from '#web/content/drawing.ts'
import { DocumentView } from '#web/documents/DocumentView.tsx'
import { GuestHome } from '#web/home/GuestHome.tsx'
import { OrganisationContents } from '#web/organisation/OrganisationContents.tsx'
import { OrganisationText } from '#web/organisation/OrganisationView.tsx'
import { ProgramView } from '#web/programs/ProgramView.tsx'
import { GalleryView, TagView } from '#web/projects/GalleryView.tsx'
import { ServedProject } from '#web/projects/ServedProject.tsx'
import { ProfileView } from '#web/users/ProfileView.tsx'

// a served text is drawn at once; its formulas need neither fonts nor a style sheet until the app draws over them
await loadLanguages(Object.keys(codeLanguages))
drawing.code = drawCode
drawing.formulas = (html) => drawFormulas(html, 'mathml')

interface Content extends ServedPage {
  path: string
  search: PageSearch
}

// biome-ignore lint/suspicious/noExplicitAny: each view takes the answers that its loader (`server/*/*.pages.ts`) gives
type View = (data: any, more: any[], search: PageSearch) => ReactNode

/** What draws each served page from the answers to its queries, by the page's module: without router and queries. */
const views: Record<string, View> = {
  [pages.organisation.module]: () => <OrganisationContents />,
  [pages['organisation.page1'].module]: ({ page }) => <OrganisationText page={page} />,
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

/** Draws what stands in `#root` of a served page: the same parts that the app draws over it later. */
export const render = ({ path, search, data, more = [] }: Content, appName: string, school: SchoolSettings | null) => {
  const match = matchPage(path)
  const page: Page | null = match && pages[match.name]
  const view = page && views[page.module]
  if (!view) throw new Error(`Nothing draws ${path}`)
  const markup = renderToStaticMarkup(
    <FieldsProvider>
      {page.header && (
        <HeaderBar appName={appName}>
          <nav className={headerClasses.nav} aria-label="Главное меню" data-guests>
            <GuestLinks />
          </nav>
        </HeaderBar>
      )}
      <Main header={page.header} dark={page.dark}>
        {view(data, more, search)}
      </Main>
      {hasFooter(page) && <SiteFooter appName={appName} school={school} />}
    </FieldsProvider>,
  )
  // React writes itemProp: the same to a browser, but not to a robot that compares letters
  return markup.replaceAll(' itemProp="', ' itemprop="')
}
