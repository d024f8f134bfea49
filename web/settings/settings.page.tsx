import { Button } from '@mantine/core'
import type { ComponentType } from 'react'
import { pathTo } from '#contract/pages.ts'
import { isCurator } from '#contract/users/users.policy.ts'
import { Link } from '#web/app/Link.tsx'
import { latePart } from '#web/app/late.tsx'
import { usePageSearch } from '#web/app/page-params.ts'
import { schoolQuery } from '#web/app/school.queries.ts'
import { useActor } from '#web/auth/use-actor.ts'
import { journalFilterOf, journalQuery } from '#web/consents/consents.queries.ts'
import type { PageLoad } from '#web/routes.ts'
import { NoAccess } from '#web/ui/NoAccess.tsx'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'
import { TabLinks } from '#web/ui/TabLinks.tsx'

const waiting = () => <SkeletonList count={4} height={64} />

interface Tab {
  /** After `?tab=`; none for the first. */
  name?: string
  label: string
  View: ComponentType
}

const tabs: [Tab, ...Tab[]] = [
  { label: 'Школа', View: latePart(() => import('#web/settings/SchoolForm.tsx'), waiting) },
  { name: 'home', label: 'Главная', View: latePart(() => import('#web/home/HomeSettingsForm.tsx'), waiting) },
  {
    name: 'documents',
    label: 'Документы',
    View: latePart(() => import('#web/documents/EditDocuments.tsx'), waiting),
  },
  { name: 'consents', label: 'Согласия', View: latePart(() => import('#web/consents/ConsentJournal.tsx'), waiting) },
  { name: 'audit', label: 'Журнал изменений', View: latePart(() => import('#web/audit/AuditJournal.tsx'), waiting) },
  {
    name: 'reports',
    label: 'Жалобы',
    View: latePart(async () => ({ default: (await import('#web/projects/Reports.tsx')).Reports }), waiting),
  },
]

const hrefOf = ({ name }: Tab) => pathTo('settings', {}, { tab: name })

/** What the open tab shows. */
export const load: PageLoad<'settings'> = (_, search) =>
  search.tab === 'consents' ? [journalQuery(journalFilterOf(search))] : search.tab ? [] : [schoolQuery]

const SettingsPage = () => {
  const actor = useActor()
  const [{ tab }] = usePageSearch('settings')
  if (!isCurator(actor))
    return (
      <NoAccess
        text="Настройки школы меняют кураторы."
        action={
          <Button component={Link} to="/" variant="default">
            На главную
          </Button>
        }
      />
    )
  const open = tabs.find(({ name }) => name === tab) ?? tabs[0]
  return (
    <Wrap>
      <PageHeader title="Настройки" />
      <TabLinks
        label="Разделы настроек"
        tabs={tabs.map((shown) => ({ label: shown.label, href: hrefOf(shown), current: shown === open }))}
      />
      <open.View key={open.label} />
    </Wrap>
  )
}

export default SettingsPage
