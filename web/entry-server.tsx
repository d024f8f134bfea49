import { renderToStaticMarkup } from 'react-dom/server'
import { defaultCohortWord } from '#contract/cohorts/cohort-word.ts'
import { schoolTimeZone } from '#contract/dates.ts'
import type { Page, PageSearch, ServedAnswers, ServedPageName } from '#contract/pages.ts'
import { setSchoolWords } from '#contract/site/school-words.ts'
import type { SchoolSettings } from '#contract/site/site-settings.schema.ts'
import { defaultStudentWord } from '#contract/users/student-word.ts'
import { FieldsProvider } from '#web/app/FieldsProvider.tsx'
import { NotFoundView } from '#web/app/NotFoundView.tsx'
import { codeLanguages } from '#web/content/code-languages.ts'
import { drawCode, loadLanguages } from '#web/content/draw-code.ts'
import { drawFormulas } from '#web/content/draw-formulas.ts'
import { drawing } from '#web/content/drawing.ts'
import { ServedCookieNotice } from '#web/frame/CookieNotice.tsx'
import { GuestLinks } from '#web/frame/GuestLinks.tsx'
import headerClasses from '#web/frame/Header.module.css'
import { HeaderBar } from '#web/frame/HeaderBar.tsx'
import { Main } from '#web/frame/Main.tsx'
import { hasFooter, SiteFooter } from '#web/frame/SiteFooter.tsx'
import { hasPrograms } from '#web/home/has-programs.ts'
import type { ServedView } from '#web/page-module.ts'
import { clock } from '#web/ui/dates.ts'
import { Row } from '#web/ui/layout.tsx'

// a served text is drawn at once; its formulas need neither fonts nor a style sheet until the app draws over them
await loadLanguages(Object.keys(codeLanguages))
clock.timeZone = schoolTimeZone

/** A served page, with the answers that its loader (`*.pages.ts` of the server) gives. */
type Shown = {
  [Name in ServedPageName]: { name: Name; answers: ServedAnswers<Name>; search: PageSearch<Name> }
}[ServedPageName]

// what draws each served page is beside its module: `user.page.tsx`, `user.served.tsx`
const views = import.meta.glob<ServedView<ServedPageName>>('./**/*.served.tsx', { eager: true, import: 'default' })

const draw = (page: Page, { answers, search }: Shown, school: string) => {
  const view = views[`./${page.module.replace('.page.tsx', '.served.tsx')}`]
  if (!view) throw new Error(`Nothing draws ${page.module}`)
  return view({ answers, search, school })
}

interface Drawn {
  page: Page
  /** Null for the page of an address where nothing is. */
  content: Shown | null
  appName: string
  school: SchoolSettings | null
  /** Whether the main page lists courses that can be joined. */
  programs: boolean
  /** Code and formulas stay as they were written: drawing them was too much. */
  plain: boolean
}

/**
 * Draws the content of `#root` of a served page: the same parts that the app draws over it later. Called in a worker.
 */
export const render = ({ page, content, appName, school, programs, plain }: Drawn) => {
  setSchoolWords(school ?? { student_word: defaultStudentWord, cohort_word: defaultCohortWord })
  drawing.code = plain ? null : drawCode
  drawing.formulas = plain ? null : (html) => drawFormulas(html, 'mathml')
  const view = content ? draw(page, content, school?.name || appName) : <NotFoundView text={page.missing} />
  const markup = renderToStaticMarkup(
    <FieldsProvider>
      {page.header && (
        <HeaderBar appName={appName} school={school}>
          <Row as="nav" gap={2} fixed className={headerClasses.nav} aria-label="Главное меню" data-guests>
            <GuestLinks programs={content?.name === 'main' ? hasPrograms(content.answers.home.home) : programs} />
          </Row>
        </HeaderBar>
      )}
      <Main header={page.header} dark={page.dark}>
        {view}
      </Main>
      {hasFooter(page) && <SiteFooter appName={appName} school={school} comfort={page.header} />}
      <ServedCookieNotice />
    </FieldsProvider>,
  )
  // React writes itemProp: the same to a browser, but not to a robot that compares letters
  return markup.replaceAll(' itemProp="', ' itemprop="')
}
