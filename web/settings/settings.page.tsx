import { Button } from '@mantine/core'
import type { ComponentType } from 'react'
import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { latePart } from '#web/app/late.tsx'
import { usePageSearch } from '#web/app/page-params.ts'
import { schoolQuery } from '#web/app/school.queries.ts'
import { useActor } from '#web/auth/use-actor.ts'
import { journalFilterOf, journalQuery } from '#web/consents/consents.queries.ts'
import { keysQuery } from '#web/keys/keys.queries.ts'
import { toolsQuery } from '#web/lti/lti.queries.ts'
import type { PageLoad } from '#web/page-module.ts'
import { seesTab, type tabRights } from '#web/settings/sees-settings.ts'
import { failuresQuery, policyReportsQuery, stateQuery } from '#web/state/state.queries.ts'
import { NoAccess } from '#web/ui/NoAccess.tsx'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'
import { TabLinks } from '#web/ui/TabLinks.tsx'
import { webhooksQuery } from '#web/webhooks/webhooks.queries.ts'

const waiting = () => <SkeletonList count={4} height={64} />

interface Tab {
  /** After `?tab=`; empty for the first. */
  name: keyof typeof tabRights
  label: string
  View: ComponentType
}

const tabs: Tab[] = [
  { name: '', label: 'Школа', View: latePart(() => import('#web/settings/SchoolForm.tsx'), waiting) },
  { name: 'periods', label: 'Периоды', View: latePart(() => import('#web/settings/PeriodsForm.tsx'), waiting) },
  { name: 'home', label: 'Главная', View: latePart(() => import('#web/home/HomeSettingsForm.tsx'), waiting) },
  {
    name: 'documents',
    label: 'Документы',
    View: latePart(() => import('#web/documents/EditDocuments.tsx'), waiting),
  },
  { name: 'consents', label: 'Согласия', View: latePart(() => import('#web/consents/ConsentJournal.tsx'), waiting) },
  {
    name: 'integrations',
    label: 'Интеграции',
    View: latePart(() => import('#web/settings/Integrations.tsx'), waiting),
  },
  { name: 'audit', label: 'Журнал изменений', View: latePart(() => import('#web/audit/AuditJournal.tsx'), waiting) },
  { name: 'security', label: 'Безопасность', View: latePart(() => import('#web/security/SecurityLog.tsx'), waiting) },
  { name: 'state', label: 'Состояние', View: latePart(() => import('#web/state/SiteStateView.tsx'), waiting) },
  {
    name: 'reports',
    label: 'Жалобы',
    View: latePart(async () => ({ default: (await import('#web/projects/Reports.tsx')).Reports }), waiting),
  },
]

const hrefOf = ({ name }: Tab) => pathTo('settings', {}, name ? { tab: name } : {})

/** What the open tab shows. */
export const load: PageLoad<'settings'> = (_, search) => {
  if (search.tab === 'consents') return [journalQuery(journalFilterOf(search))]
  if (search.tab === 'integrations') return [keysQuery, webhooksQuery, toolsQuery]
  if (search.tab === 'state') return [stateQuery, failuresQuery, policyReportsQuery]
  return search.tab ? [] : [schoolQuery]
}

const SettingsPage = () => {
  const actor = useActor()
  const [{ tab }] = usePageSearch('settings')
  const shown = tabs.filter(({ name }) => seesTab(actor, name))
  const open = shown.find(({ name }) => name === tab) ?? shown[0]
  if (!open)
    return (
      <NoAccess
        text="Настройки школы меняют кураторы со всеми правами."
        action={
          <Button component={Link} to="/" variant="default">
            На главную
          </Button>
        }
      />
    )
  return (
    <Wrap>
      <PageHeader title="Настройки" />
      <TabLinks
        label="Разделы настроек"
        tabs={shown.map((each) => ({ label: each.label, href: hrefOf(each), current: each === open }))}
      />
      <open.View key={open.label} />
    </Wrap>
  )
}

export default SettingsPage
