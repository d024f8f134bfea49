import type { PageAddress } from '#contract/pages.ts'
import '@mantine/core/styles/Skeleton.layer.css'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { OrganisationDraft } from '#contract/organisation/organisation.api.ts'
import type { OrganisationPage } from '#contract/organisation/organisation.schema.ts'
import { Link } from '#web/app/Link.tsx'
import { focusPage } from '#web/app/page-focus.ts'
import { usePagePath, usePageSearch } from '#web/app/page-params.ts'
import { useUser } from '#web/auth/session.ts'
import { CuratorActions, DraftNews } from '#web/organisation/editing/CuratorActions.tsx'
import { pageDraftQuery } from '#web/organisation/editing/editing.queries.ts'
import { PageEditor } from '#web/organisation/editing/PageEditor.tsx'
import { PageHistory, PageVersion } from '#web/organisation/editing/PageHistory.tsx'
import { previewPage } from '#web/organisation/editing/preview-page.ts'
import { useDocuments } from '#web/organisation/editing/use-documents.ts'
import { type PageDraft, usePageDraft } from '#web/organisation/editing/use-page-draft.ts'
import { OrganisationText } from '#web/organisation/OrganisationView.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

/** A page of the section as curators have it: to read, to edit, to look at before it is published, with its history. */
const CuratedPage = ({ page }: { page: OrganisationPage }) => {
  const user = useUser()
  const path = usePagePath()
  const [{ view, version }] = usePageSearch('organisation.page1')
  const shown = `${view} ${version}`
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    // what was pressed is gone with the view, at the same address
    focusPage()
  }, [shown])
  if (!user) return <OrganisationText page={page} />
  if (view === 'edit' || view === 'preview')
    return <Draft page={page} userId={user.id} path={path} preview={view === 'preview'} />
  if (view === 'history' && version)
    return <PageVersion page={page} userId={user.id} path={path} id={Number(version)} />
  if (view === 'history')
    return (
      <OrganisationText page={page} news={<DraftNews number={page.number} />}>
        <PageHistory page={page} userId={user.id} path={path} />
      </OrganisationText>
    )
  return (
    <OrganisationText page={page} actions={<CuratorActions path={path} />} news={<DraftNews number={page.number} />} />
  )
}

export default CuratedPage

interface DraftProps {
  page: OrganisationPage
  userId: number
  path: PageAddress
  preview: boolean
}

const Draft = (props: DraftProps) => {
  const query = useQuery(pageDraftQuery(props.page.number))
  if (query.data) return <OpenedDraft {...props} given={query.data.draft} />
  return (
    <OrganisationText page={props.page}>
      <ListState query={query} skeleton={<SkeletonList count={4} height={96} />}>
        {() => null}
      </ListState>
    </OrganisationText>
  )
}

const OpenedDraft = ({ page, userId, path, preview, given }: DraftProps & { given: OrganisationDraft }) => {
  const editing = usePageDraft(userId, page.number, given)
  if (editing && preview) return <Preview page={page} editing={editing} path={path} />
  return (
    <OrganisationText page={page}>
      {editing ? <PageEditor page={page} editing={editing} /> : <SkeletonList count={4} height={96} />}
    </OrganisationText>
  )
}

const Preview = ({
  page,
  editing: { state, known },
  path,
}: {
  page: OrganisationPage
  editing: PageDraft
  path: PageAddress
}) => {
  const documents = useDocuments()
  const shown = useMemo(
    () => previewPage(page, state.value, known.platform, documents),
    [page, state.value, known.platform, documents],
  )
  return (
    <OrganisationText
      page={shown}
      news={
        <Notice
          icon="draft"
          action={
            <Button component={Link} to={`${path}?view=edit`} size="sm" variant="default">
              Вернуться к правке
            </Button>
          }
        >
          Так страница будет выглядеть. Пока её видят только кураторы.
        </Notice>
      }
    />
  )
}
