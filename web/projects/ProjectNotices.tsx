import { Button } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { Project } from '#contract/projects/projects.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { lateDialog } from '#web/app/late.tsx'
import { reportError } from '#web/data/report-error.ts'
import { useAgreeToBeNamed, useRemoveAuthor } from '#web/projects/change-project.ts'
import classes from '#web/projects/ProjectView.module.css'
import { PublicationConsentField } from '#web/projects/PublicationConsentField.tsx'
import { useAskedConsent } from '#web/projects/publication-consent.ts'
import { publishedTexts, visibilityHints, visibilityNames } from '#web/projects/visibility-names.ts'
import { Row } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/toasts.ts'

const AppealDialog = lateDialog(() => import('#web/projects/AppealDialog.tsx'))

/** What to know of a project before reading it: who sees it, and what is asked of the reader. */
export const ProjectNotices = ({ project, actor }: { project: Project; actor: Actor | null }) => {
  const { id, status, visibility, authors } = project
  const justPublished = useLocation({ select: ({ state }) => state.published === id }) && status.slug === 'published'
  const me = actor && authors.find(({ id }) => id === actor.id)
  return (
    <>
      {me?.asked && <AskedNotice project={project} userId={me.id} />}
      {status.slug === 'hidden' && <HiddenNotice project={project} isAuthor={Boolean(me && !me.asked)} />}
      {status.slug === 'draft' && (
        <Notice tone="idle" icon="draft">
          <b>Черновик.</b> Его видят только авторы и кураторы.
        </Notice>
      )}
      {justPublished && (
        <Notice>
          <b>Опубликовано.</b> {publishedTexts[visibility]}{' '}
          {authors.some(({ asked }) => asked) && 'Имена соавторов появятся, когда они согласятся. '}
          Название, обложку, текст и то, кто видит проект, можно поменять: нажмите «Изменить».
        </Notice>
      )}
      {status.slug === 'published' && visibility !== 'public' && !justPublished && (
        <Notice tone="idle">
          <b>{visibilityNames[visibility]}.</b> {project.link_key !== null || me ? visibilityHints[visibility] : null}
        </Notice>
      )}
    </>
  )
}

const AskedNotice = ({ project, userId }: { project: Project; userId: number }) => {
  const agree = useAgreeToBeNamed(project.id)
  const remove = useRemoveAuthor(project)
  const [isSettling, setIsSettling] = useState(false)
  const consent = useAskedConsent(project.visibility)
  const isWithheld = consent.isLoading || (consent.isAsked && !consent.agreed)
  const busy = isSettling || agree.isPending || remove.isPending
  const accept = async () => {
    setIsSettling(true)
    try {
      await consent.settle()
      await agree.mutateAsync()
      toast({ severity: 'success', summary: 'Вы соавтор этого проекта' })
    } catch (error) {
      reportError(error)
    } finally {
      setIsSettling(false)
    }
  }
  return (
    <Notice
      action={
        <Row unprinted gap={2} wrap align="stretch" className={classes.actions}>
          <Button disabled={busy || isWithheld} onClick={() => void accept()}>
            Согласиться
          </Button>
          <Button
            variant="default"
            disabled={busy}
            onClick={() =>
              remove
                .mutateAsync(userId)
                .then(() => toast({ severity: 'success', summary: 'Вашего имени у проекта не будет' }), reportError)
            }
          >
            Отказаться
          </Button>
        </Row>
      }
    >
      <b>Вас назвали соавтором.</b> Ваше имя появится у проекта, только если вы согласитесь.
      {consent.isAsked && (
        <PublicationConsentField
          consent={consent}
          description={
            consent.isOpen
              ? 'Проект видят все, поэтому без этого согласия вашего имени у него быть не может'
              : 'Проект видят все, а по возрасту согласие на это даёт родитель'
          }
        />
      )}
    </Notice>
  )
}

const HiddenNotice = ({ project, isAuthor }: { project: Project; isAuthor: boolean }) => {
  const [appealing, setAppealing] = useState(false)
  return (
    <>
      <Notice
        tone="warn"
        action={
          isAuthor && (
            <Button variant="default" onClick={() => setAppealing(true)}>
              Попросить вернуть
            </Button>
          )
        }
      >
        <b>Проект скрыт куратором.</b> {project.hidden_reason && `Причина: ${project.hidden_reason}`}
        {isAuthor && ' Исправьте его и попросите вернуть.'}
      </Notice>
      {appealing && <AppealDialog projectId={project.id} onClose={() => setAppealing(false)} />}
    </>
  )
}
