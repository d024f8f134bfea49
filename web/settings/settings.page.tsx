import { Button } from '@mantine/core'
import type { ComponentType } from 'react'
import { documents } from '#contract/documents/document-list.ts'
import { type PageSearch, pathTo } from '#contract/pages.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { Link } from '#web/app/Link.tsx'
import { latePart } from '#web/app/late.tsx'
import { usePageSearch } from '#web/app/page-params.ts'
import { schoolQuery } from '#web/app/school.queries.ts'
import { auditFilterOf, auditQuery } from '#web/audit/audit.queries.ts'
import { currentUser } from '#web/auth/session.ts'
import { toActor, useActor } from '#web/auth/use-actor.ts'
import { journalFilterOf, journalQuery } from '#web/consents/consents.queries.ts'
import { documentQuery } from '#web/documents/documents.queries.ts'
import { RichTextField } from '#web/editor/RichTextField.tsx'
import { guestHome } from '#web/home/guest-home.queries.ts'
import { keysQuery } from '#web/keys/keys.queries.ts'
import { toolsQuery } from '#web/lti/lti.queries.ts'
import type { PageLoad, PageQuery } from '#web/page-module.ts'
import { reportsFilterOf, reportsQuery } from '#web/projects/projects.queries.ts'
import { securityFilterOf, securityQuery } from '#web/security/security.queries.ts'
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
  View: ComponentType & { preload: () => void }
  /** What it shows. */
  load?: (search: PageSearch<'settings'>) => PageQuery[]
}

const tabs: Tab[] = [
  {
    name: '',
    label: 'Школа',
    View: latePart(() => import('#web/settings/SchoolForm.tsx'), waiting),
    load: () => [schoolQuery],
  },
  { name: 'periods', label: 'Периоды', View: latePart(() => import('#web/settings/PeriodsForm.tsx'), waiting) },
  {
    name: 'home',
    label: 'Главная',
    View: latePart(() => import('#web/home/HomeSettingsForm.tsx'), waiting),
    load: () => [guestHome],
  },
  {
    name: 'documents',
    label: 'Документы',
    View: latePart(() => import('#web/documents/EditDocuments.tsx'), waiting),
    load: ({ document }) => {
      if (document) RichTextField.preload()
      return documents.filter(({ slug }) => !document || slug === document).map(({ slug }) => documentQuery(slug))
    },
  },
  {
    name: 'consents',
    label: 'Согласия',
    View: latePart(() => import('#web/consents/ConsentJournal.tsx'), waiting),
    load: (search) => [journalQuery(journalFilterOf(search))],
  },
  {
    name: 'integrations',
    label: 'Интеграции',
    View: latePart(() => import('#web/settings/Integrations.tsx'), waiting),
    load: () => [keysQuery, webhooksQuery, toolsQuery],
  },
  {
    name: 'audit',
    label: 'Журнал изменений',
    View: latePart(() => import('#web/audit/AuditJournal.tsx'), waiting),
    load: (search) => [auditQuery(auditFilterOf(search))],
  },
  {
    name: 'security',
    label: 'Безопасность',
    View: latePart(() => import('#web/security/SecurityLog.tsx'), waiting),
    load: (search) => [securityQuery(securityFilterOf(search))],
  },
  {
    name: 'state',
    label: 'Состояние',
    View: latePart(() => import('#web/state/SiteStateView.tsx'), waiting),
    load: () => [stateQuery, failuresQuery, policyReportsQuery],
  },
  {
    name: 'reports',
    label: 'Жалобы',
    View: latePart(async () => ({ default: (await import('#web/projects/Reports.tsx')).Reports }), waiting),
    load: (search) => [reportsQuery(reportsFilterOf(search))],
  },
]

const hrefOf = ({ name }: Tab) => pathTo('settings', {}, name ? { tab: name } : {})

const tabsOf = (actor: Actor | null) => tabs.filter(({ name }) => seesTab(actor, name))

const openOf = (seen: Tab[], { tab = '' }: PageSearch<'settings'>) => seen.find(({ name }) => name === tab) ?? seen[0]

/** The open tab, and what it shows; on the very first page it is not known yet who sees which. */
export const load: PageLoad<'settings'> = (_, search) => {
  const actor = toActor(currentUser())
  const open = openOf(actor ? tabsOf(actor) : tabs, search)
  open?.View.preload()
  return open?.load?.(search) ?? []
}

const SettingsPage = () => {
  const [search] = usePageSearch('settings')
  const shown = tabsOf(useActor())
  const open = openOf(shown, search)
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
