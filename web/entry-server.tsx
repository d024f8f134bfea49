import { renderToStaticMarkup } from 'react-dom/server'
import type { Document } from '#contract/documents/documents.schema.ts'
import type { OrganisationPage } from '#contract/organisation/organisation.schema.ts'
import { matchPage, type Page, pages } from '#contract/pages.ts'
import { HeaderBar } from '#web/app/HeaderBar.tsx'
import { Main } from '#web/app/Main.tsx'
import { codeLanguages } from '#web/content/code-languages.ts'
import { drawCode, loadLanguages } from '#web/content/draw-code.ts'
import { drawFormulas } from '#web/content/draw-formulas.ts'
import { drawing } from '#web/content/drawing.ts'
import { DocumentView } from '#web/documents/DocumentView.tsx'
import { OrganisationContents, OrganisationText } from '#web/organisation/OrganisationView.tsx'

// a served text is drawn at once; its formulas need neither fonts nor a style sheet until the app draws over them
await loadLanguages(Object.keys(codeLanguages))
drawing.code = drawCode
drawing.formulas = (html) => drawFormulas(html, 'mathml')

/** What the page's own call of the API would answer; the contents page needs nothing. */
export type ServedData = { page: OrganisationPage } | { document: Document } | Record<string, unknown>

/** Draws what stands in `#root` of a served page: the same parts that the app draws over it later. */
export const render = (path: string, data: unknown, appName = 'Практика') => {
  const match = matchPage(path)
  if (!match) throw new Error(`No page at ${path}`)
  const { header, dark }: Page = pages[match.name]
  return renderToStaticMarkup(
    <>
      {header && <HeaderBar appName={appName} />}
      <Main header={header} dark={dark}>
        {content((data ?? {}) as ServedData)}
      </Main>
    </>,
  )
}

const content = (data: ServedData) => {
  if ('page' in data) return <OrganisationText page={data.page as OrganisationPage} />
  if ('document' in data) return <DocumentView document={data.document as Document} />
  return <OrganisationContents />
}
