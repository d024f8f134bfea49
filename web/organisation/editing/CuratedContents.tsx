import { organisationTitle } from '#contract/organisation/organisation-pages.ts'
import { pathTo } from '#contract/pages.ts'
import { latePart } from '#web/app/late.tsx'
import { usePageSearch } from '#web/app/page-params.ts'
import { DocumentsManager } from '#web/organisation/editing/DocumentsManager.tsx'
import { SectionOverview } from '#web/organisation/editing/SectionOverview.tsx'
import { OrganisationContents } from '#web/organisation/OrganisationContents.tsx'
import { Box } from '#web/ui/layout.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'
import { TabLinks } from '#web/ui/TabLinks.tsx'

const SelfCheck = latePart<object>(() => import('#web/organisation/checking/SelfCheck.tsx'), SkeletonList)

const tabs = [
  { view: undefined, label: 'Страницы', Part: SectionOverview },
  { view: 'documents', label: 'Документы', Part: DocumentsManager },
  { view: 'check', label: 'Проверка', Part: SelfCheck },
]

/** The section as curators have it: how far each page is, the documents, the self-check. */
const CuratedContents = () => {
  const [{ view }] = usePageSearch('organisation')
  const open = tabs.find((tab) => tab.view === view) ?? tabs[0]
  return (
    <OrganisationContents forUser>
      <Box mt={3}>
        <TabLinks
          label={organisationTitle}
          tabs={tabs.map((tab) => ({
            label: tab.label,
            href: pathTo('organisation', {}, { view: tab.view }),
            current: tab === open,
          }))}
        />
        {open && <open.Part />}
      </Box>
    </OrganisationContents>
  )
}

export default CuratedContents
