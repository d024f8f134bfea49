import { Button } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { pathTo } from '#contract/pages.ts'
import { type ProjectReport, reportReasons, reportResolutions } from '#contract/projects/projects.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { Link } from '#web/app/Link.tsx'
import { lateDialog } from '#web/app/late.tsx'
import { useListAddress } from '#web/app/list-address.ts'
import { reportError } from '#web/data/report-error.ts'
import { useResolveReport, useUpdateProject } from '#web/projects/change-project.ts'
import { reportsFilterOf, reportsQuery } from '#web/projects/projects.queries.ts'
import classes from '#web/projects/Reports.module.css'
import { formatMoment } from '#web/ui/dates.ts'
import { FoundList } from '#web/ui/FoundList.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { SteadyButton } from '#web/ui/SteadyButton.tsx'
import { TabLinks } from '#web/ui/TabLinks.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useFocusAfter } from '#web/ui/use-focus-after.ts'

const HideProject = lateDialog(() => import('#web/projects/HideProject.tsx'))
const RemoveComment = lateDialog(() => import('#web/projects/RemoveComment.tsx'))

const addressOf = (state: 'open' | 'done') => pathTo('settings', {}, { tab: 'reports', state })

/** What readers find wrong with projects and comments, for curators: what waits, and what was decided. */
export const Reports = () => {
  const { search, pageHref } = useListAddress('settings')
  const filter = reportsFilterOf(search)
  const { state } = filter
  return (
    <>
      <Stack align="start" mt={4} mb={4}>
        <TabLinks
          label="Какие жалобы"
          tabs={[
            { label: 'Ждут решения', href: addressOf('open'), current: state === 'open' },
            { label: 'Разобраны', href: addressOf('done'), current: state === 'done' },
          ]}
        />
      </Stack>
      <FoundList
        query={useQuery(reportsQuery(filter))}
        items={({ reports }) => reports}
        bare
        empty={{
          icon: IconFlag,
          title: state === 'open' ? 'Жалоб нет' : 'Пока ничего не разобрано',
          text: state === 'open' ? 'Когда кто-нибудь пожалуется на проект или комментарий, это появится здесь.' : '',
        }}
        pageHref={pageHref}
      >
        {(reports) => (
          <Stack as="ul" gap={3} plain aria-label="Жалобы">
            {reports.map((report) => (
              <ReportItem key={report.id} report={report} />
            ))}
          </Stack>
        )}
      </FoundList>
    </>
  )
}

const ReportItem = ({ report }: { report: ProjectReport }) => {
  const item = useRef<HTMLLIElement>(null)
  useFocusAfter(item)
  return (
    <Stack as="li" ref={item} gap={2} pad={4} padX={5} ground="surface" edge="line" round="m" shadow="card" shrink>
      <ReportView report={report} />
      {report.resolution === null ? <Decide report={report} /> : <Decided report={report} />}
    </Stack>
  )
}

const headingOf = ({ appeal, comment, resolution }: ProjectReport) => {
  if (appeal) return 'Авторы просят вернуть проект'
  return comment || resolution === 'removed' ? 'Жалоба на комментарий к проекту' : 'Жалоба на проект'
}

const ReportView = ({ report }: { report: ProjectReport }) => {
  const { project, comment, user, appeal, reason, text, created_at } = report
  return (
    <>
      <Text links="underlined" as="h2" size={5} anywhere>
        {headingOf(report)} <Link to={pathTo('projects.show', { id: project.id })}>«{project.name}»</Link>
      </Text>
      <Row as="p" gap={1} gapX={4} wrap size={3} tone="quiet">
        <StatusBadge status={project.status} />
        <span>
          {fullName(user)}, <time dateTime={created_at}>{formatMoment(created_at)}</time>
        </span>
        {!appeal && (
          <Text as="b" tone="ink">
            {reportReasons[reason]}
          </Text>
        )}
      </Row>
      {comment && comment.text !== '' && (
        <Box as="blockquote" anywhere lines className={classes.quote}>
          <b>{fullName(comment.user)}:</b> {comment.text}
        </Box>
      )}
      {text && (
        <Text anywhere lines>
          {text}
        </Text>
      )}
    </>
  )
}

const Decided = ({ report: { resolution, resolved_at, resolved_by } }: { report: ProjectReport }) => (
  <Row as="p" gap={1} gapX={4} wrap size={3} tone="quiet">
    {resolution && (
      <Text as="b" tone="ink">
        {reportResolutions[resolution]}
      </Text>
    )}
    <span>
      {resolved_by && `${fullName(resolved_by)}, `}
      {resolved_at && <time dateTime={resolved_at}>{formatMoment(resolved_at)}</time>}
    </span>
  </Row>
)

/** As the button goes with the focus on it, the one after it gets it. */
const passFocusOn = (button: HTMLElement | null) => () => {
  if (button === document.activeElement && button?.nextElementSibling instanceof HTMLElement)
    button.nextElementSibling.focus()
}

const Decide = ({ report }: { report: ProjectReport }) => {
  const resolve = useResolveReport()
  const reopen = useUpdateProject(report.project.id)
  const [open, setOpen] = useState<'hide' | 'remove' | null>(null)
  const { project, comment } = report
  const busy = resolve.isPending || reopen.isPending
  const dismiss = () =>
    resolve
      .mutateAsync({ id: report.id, resolution: 'dismissed' })
      .then(() => toast({ severity: 'success', summary: 'Оставлено как есть' }), reportError)
  const remove = async (reason?: string) => {
    await resolve.mutateAsync({ id: report.id, resolution: 'removed', ...(reason && { reason }) })
    toast({ severity: 'success', summary: 'Комментарий удалён', detail: 'Тот, кто его написал, об этом узнает.' })
  }
  return (
    <Row gap={2} wrap align="stretch" mt={1}>
      {comment && (
        <Button color="red" disabled={busy} onClick={() => setOpen('remove')}>
          Удалить комментарий
        </Button>
      )}
      {project.status.slug === 'published' && (
        <Button
          ref={passFocusOn}
          {...(comment ? { variant: 'default' } : { color: 'red' })}
          disabled={busy}
          onClick={() => setOpen('hide')}
        >
          Скрыть проект
        </Button>
      )}
      {project.status.slug === 'hidden' && !comment && (
        <SteadyButton
          busy={busy}
          onClick={() =>
            void reopen
              .mutateAsync({ status: 'published' })
              .then(() => toast({ severity: 'success', summary: 'Проект снова в галерее' }), reportError)
          }
        >
          Вернуть в галерею
        </SteadyButton>
      )}
      <SteadyButton variant="default" busy={busy} onClick={() => void dismiss()}>
        Оставить как есть
      </SteadyButton>
      {open === 'hide' && <HideProject id={project.id} onClose={() => setOpen(null)} />}
      {open === 'remove' && <RemoveComment remove={remove} onClose={() => setOpen(null)} />}
    </Row>
  )
}
