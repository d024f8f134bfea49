import { cohortCalled, cohortTitle } from '#contract/cohorts/cohort-words.ts'
import { called } from '#contract/users/student-word.ts'
import '#web/ui/input-styles.ts'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Button, Checkbox, MultiSelect, Switch, TextInput } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Announcement, maxAnnouncementTitle } from '#contract/announcements/announcements.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { type Actor, curates } from '#contract/users/users.policy.ts'
import {
  announcementKind,
  announcementOf,
  announcementValues,
  roleAudiences,
} from '#web/announcements/announcement-form.ts'
import { useAnnounce, useChangeAnnouncement } from '#web/announcements/announcements.queries.ts'
import { Link } from '#web/app/Link.tsx'
import { cohortsQuery } from '#web/cohorts/cohorts.queries.ts'
import { coursesQuery } from '#web/courses/courses.queries.ts'
import { DraftedForm } from '#web/drafts/DraftedForm.tsx'
import { RichTextField } from '#web/editor/RichTextField.tsx'
import { changesOf } from '#web/forms/changes-of.ts'
import { DateInput } from '#web/ui/DateInput.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { hasFailed } from '#web/ui/first-load.ts'
import { Row } from '#web/ui/layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { PartError } from '#web/ui/PartError.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useCloseGuard } from '#web/ui/use-close-guard.ts'

const chosenFrom = (list: { id: number; name: string }[]) =>
  list.map(({ id, name }) => ({ value: `${id}`, label: name }))

/** Writes an announcement, or changes one; what is typed is kept as a draft. */
const AnnouncementDialog = ({
  actor,
  announcement,
  onClose,
}: {
  actor: Actor
  /** The one to change; null for a new one. */
  announcement: Announcement | null
  onClose: () => void
}) => {
  const announce = useAnnounce()
  const change = useChangeAnnouncement(announcement?.id ?? 0)
  // a refusal is shown at its field
  const { modal } = useCloseGuard(onClose, { busy: announce.isPending || change.isPending })
  const forCourses = useQuery(coursesQuery())
  const forCohorts = useQuery(cohortsQuery)
  const courses = forCourses.data?.courses
  const cohorts = forCohorts.data?.cohorts
  const current = courses?.filter(({ status }) => status.slug !== 'archived')
  // it may be to a course that was archived since
  const archived = announcement?.to?.courses.filter(({ id }) => !current?.some((course) => course.id === id)) ?? []
  // and to a class that its writer no longer leads
  const former = announcement?.to?.cohorts.filter(({ id }) => !cohorts?.some((cohort) => cohort.id === id)) ?? []
  // a teacher announces to their own courses and classes
  const isForNobody = !announcement && !curates(actor, 'people') && current?.length === 0 && cohorts?.length === 0
  const saved = announcementValues(announcement)
  return (
    <Modal {...modal} size="xl" title={announcement ? 'Объявление' : 'Новое объявление'}>
      {isForNobody && (
        <EmptyState
          icon={IconSpeakerphone}
          title="Пока объявлять некому"
          text={`Объявления видят ${called('студенты')} ваших курсов и тех, за кого вы отвечаете. Создайте курс, или пусть куратор назначит вас: «${cohortCalled('leader')}».`}
          action={
            <Button component={Link} to={pathTo('courses.create')} onClick={onClose}>
              Новый курс
            </Button>
          }
        />
      )}
      {!isForNobody && courses && current && cohorts && (
        <DraftedForm
          draftKey={`announcement:${announcement?.id ?? 'new'}`}
          kind={announcementKind({ courses, cohorts: [...cohorts, ...former] }, cohortTitle('many'))}
          saved={saved}
          saveLabel={announcement ? 'Сохранить' : 'Объявить'}
          save={async (values) => {
            const body = announcementOf(values)
            await (announcement
              ? change.mutateAsync(changesOf(body, announcementOf(saved)))
              : announce.mutateAsync(body))
            return () => {
              const summary = announcement ? 'Объявление изменено' : 'Объявление готово'
              toast({ severity: 'success', summary, detail: body.title })
              onClose()
            }
          }}
        >
          {(form, draft) => (
            <>
              <TextInput
                label="Заголовок"
                maxLength={maxAnnouncementTitle}
                // the dialog has placed its own focus before its data was loaded, or does so later
                autoFocus
                data-autofocus
                {...form.getInputProps('title')}
              />
              <MultiSelect
                label="Курсы"
                description={`Объявление увидят их ${called('студенты')}`}
                data={chosenFrom([...current, ...archived])}
                searchable
                clearable
                nothingFoundMessage="Такого курса нет"
                {...form.getInputProps('courses')}
              />
              {cohorts.length + former.length > 0 && (
                <MultiSelect
                  label={cohortTitle('many')}
                  data={chosenFrom([...cohorts, ...former])}
                  searchable
                  clearable
                  nothingFoundMessage="Ничего не нашлось"
                  {...form.getInputProps('cohorts')}
                />
              )}
              {curates(actor, 'people') && (
                <Checkbox.Group label="Или всем сразу" {...form.getInputProps('roles')}>
                  <Row gap={2} gapX={5} wrap mt={2}>
                    {Object.entries(roleAudiences).map(([role, label]) => (
                      <Checkbox key={role} value={role} label={label} />
                    ))}
                  </Row>
                </Checkbox.Group>
              )}
              <RichTextField
                use="course"
                uploads={draft.key}
                label="Текст"
                minHeight={160}
                value={form.values.content}
                onChange={(html) => form.setFieldValue('content', html)}
                {...(form.errors.content ? { error: String(form.errors.content) } : {})}
              />
              <Switch
                label="Попросить прочитать"
                description="Читатель нажмёт «Отметить прочитанным», а вы увидите, кто это сделал"
                {...form.getInputProps('must_read', { type: 'checkbox' })}
              />
              <DateInput
                withTime
                label="Когда показать"
                description="Пусто — сразу"
                {...form.getInputProps('show_at')}
              />
            </>
          )}
        </DraftedForm>
      )}
      {!(courses && cohorts) &&
        (hasFailed(forCourses) || hasFailed(forCohorts) ? (
          <PartError what="кому можно объявить" />
        ) : (
          <SkeletonList count={4} height={64} focused />
        ))}
    </Modal>
  )
}

export default AnnouncementDialog
