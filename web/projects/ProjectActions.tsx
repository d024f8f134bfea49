import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { pathTo } from '#contract/pages.ts'
import { canEditProject, canSetProjectStatus } from '#contract/projects/projects.policy.ts'
import type { Project, ProjectStatus } from '#contract/projects/projects.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { Link } from '#web/app/Link.tsx'
import { lateDialog } from '#web/app/late.tsx'
import { reportError } from '#web/data/report-error.ts'
import { useDeleteProject, useUpdateProject } from '#web/projects/change-project.ts'
import { projectFacts } from '#web/projects/project-facts.ts'
import { useIsUnconfirmed, useMissingConsent } from '#web/projects/publication-consent.ts'
import { confirm } from '#web/ui/confirm.ts'
import { Row } from '#web/ui/layout.tsx'
import { SteadyButton } from '#web/ui/SteadyButton.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useFocusNext } from '#web/ui/use-focus-next.ts'

const HideProject = lateDialog(() => import('#web/projects/HideProject.tsx'))
const CoauthorsDialog = lateDialog(() => import('#web/projects/CoauthorsDialog.tsx'))

/** What the reader may do with the project as a whole; nothing for those who only read. */
export const ProjectActions = ({
  project,
  actor,
  className,
}: {
  project: Project
  actor: Actor
  className: string | undefined
}) => {
  const navigate = useNavigate()
  const update = useUpdateProject(project.id)
  const remove = useDeleteProject(project)
  const [open, setOpen] = useState<'hide' | 'authors' | null>(null)
  const row = useRef<HTMLDivElement>(null)
  const focusNext = useFocusNext(row)
  const { missing } = useMissingConsent()
  const unconfirmed = useIsUnconfirmed()
  const isShownOutside = project.visibility === 'public' || (project.visibility === 'link' && unconfirmed)
  const facts = projectFacts(project)
  if (!canEditProject(actor, facts)) return null
  const isAuthor = facts.author_ids.includes(actor.id)
  const mayMove = (to: ProjectStatus) => facts.status !== to && canSetProjectStatus(actor, facts, to)
  const busy = update.isPending || remove.isPending
  // the last change of the project
  const toastKey = `project:${project.id}`

  const move = (to: 'draft' | 'published', summary: string) => {
    const before = facts.status
    // the page may have been left by then
    update.mutateAsync({ status: to }).then(() => {
      focusNext(`[data-from="${to}"]`)
      toast({
        severity: 'success',
        summary,
        key: toastKey,
        ...(before !== 'hidden' && {
          action: { label: 'Отменить', onClick: () => void update.mutateAsync({ status: before }).catch(reportError) },
        }),
      })
    }, reportError)
  }

  const askForNewKey = async () => {
    const accepted = await confirm({
      title: 'Сменить ссылку?',
      text: 'Прежняя ссылка перестанет открываться у всех, кому вы её отправили.',
      accept: 'Сменить',
    })
    if (!accepted) return
    update
      .mutateAsync({ new_key: true })
      .then(() => toast({ severity: 'success', summary: 'Ссылка новая', detail: 'Нажмите «Поделиться».' }), reportError)
  }

  const askToDelete = async () => {
    const accepted = await confirm({
      title: 'Удалить проект?',
      text: `«${project.name}» исчезнет вместе с комментариями. Вернуть его не получится.`,
      accept: 'Удалить',
      danger: true,
    })
    if (!accepted) return
    remove.mutate(undefined, {
      onSuccess: () => {
        toast({ severity: 'success', summary: 'Проект удалён', key: toastKey })
        void navigate({ to: isAuthor ? pathTo('profile') : pathTo('projects.index') })
      },
    })
  }

  return (
    <Row ref={row} unprinted gap={2} wrap align="stretch" className={className}>
      {facts.status === 'hidden' && mayMove('published') && (
        <SteadyButton busy={busy} onClick={() => move('published', 'Проект снова в галерее')} data-from="hidden">
          Вернуть в галерею
        </SteadyButton>
      )}
      {facts.status === 'draft' && mayMove('published') && (
        <SteadyButton
          busy={busy}
          data-from="draft"
          onClick={() => {
            // the form asks for the consent, and says what an address that is not confirmed means
            if (isAuthor && isShownOutside && (missing || unconfirmed)) {
              void navigate({ to: pathTo('projects.edit', { id: project.id }) })
            } else move('published', 'Проект опубликован')
          }}
        >
          Опубликовать
        </SteadyButton>
      )}
      <Button component={Link} to={pathTo('projects.edit', { id: project.id })} variant="default">
        Изменить
      </Button>
      {facts.status === 'published' && isAuthor && (
        <SteadyButton
          variant="default"
          busy={busy}
          data-from="published"
          onClick={() => move('draft', 'Проект снят с публикации')}
        >
          Снять с публикации
        </SteadyButton>
      )}
      {facts.status === 'published' && mayMove('hidden') && (
        <Button variant="default" disabled={busy} onClick={() => setOpen('hide')} data-from="published">
          Скрыть
        </Button>
      )}
      <Button variant="default" onClick={() => setOpen('authors')}>
        Авторы
      </Button>
      {project.visibility === 'link' && project.link_key !== null && (
        <Button variant="default" disabled={busy} onClick={askForNewKey}>
          Сменить ссылку
        </Button>
      )}
      <Button variant="subtle" color="red" disabled={busy} onClick={askToDelete}>
        Удалить
      </Button>
      {open === 'hide' && <HideProject id={project.id} onClose={() => setOpen(null)} />}
      {open === 'authors' && <CoauthorsDialog project={project} actor={actor} onClose={() => setOpen(null)} />}
    </Row>
  )
}
