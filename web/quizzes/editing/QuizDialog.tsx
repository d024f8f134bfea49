import { called } from '#contract/users/student-word.ts'
import '#web/ui/input-styles.ts'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { quizzesApi } from '#contract/quizzes/quizzes.api.ts'
import type { Quiz } from '#contract/quizzes/quizzes.schema.ts'
import { act } from '#web/data/act.ts'
import { FormDraftStatus } from '#web/drafts/FormDraftStatus.tsx'
import type { FormDraft } from '#web/drafts/use-form-draft.ts'
import { WithDraft } from '#web/drafts/WithDraft.tsx'
import { showFormError } from '#web/forms/form-errors.ts'
import { useSave } from '#web/forms/use-save.ts'
import classes from '#web/quizzes/editing/QuizEditing.module.css'
import { QuizFields } from '#web/quizzes/editing/QuizFields.tsx'
import {
  emptyQuiz,
  type QuizForm,
  type QuizValues,
  quizBody,
  quizKind,
  quizValues,
} from '#web/quizzes/editing/quiz-form.ts'
import { quizzesQuery } from '#web/quizzes/quizzes.queries.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'
import { useCloseGuard } from '#web/ui/use-close-guard.ts'

export interface QuizDialogProps {
  lessonId: number
  /** Null for a new one. */
  quizId: number | null
  onSave: (quizId: number) => void
  onClose: () => void
}

/**
 * Saves a quiz, and leaves the others of its lesson alone; returns its id. 409 when somebody else has changed it: both
 * versions are shown once the other one is loaded.
 */
const saveQuiz = async (lessonId: number, quiz: Quiz | undefined, values: QuizValues) => {
  const body = quizBody(values)
  const { quiz: saved } = quiz
    ? await act(quizzesApi.update, { params: { id: quiz.id }, body: { ...body, revision: quiz.revision } })
    : await act(quizzesApi.create, { params: { id: lessonId }, body })
  return saved.id
}

/** Saves a quiz: the dialog has it, and stays open meanwhile. */
const useSaveQuiz = (lessonId: number) =>
  useMutation({
    mutationFn: ({ quiz, values }: { quiz: Quiz | undefined; values: QuizValues }) => saveQuiz(lessonId, quiz, values),
  })

/** What the form of a quiz needs of its dialog. */
interface FormProps extends QuizDialogProps {
  /** Undefined for a new one. */
  quiz: Quiz | undefined
  save: ReturnType<typeof useSaveQuiz>['mutateAsync']
}

/** When students see what is saved: the text of a lesson waits for its own button, a quiz does not. */
const whenShown = (isNew: boolean) =>
  isNew
    ? `${called('Студенты')} увидят тест, когда вы сохраните урок.`
    : `Изменения увидят ${called('студенты')}, как только вы сохраните тест: сохранять урок для этого не нужно. Попытки, которые уже сделаны, останутся как есть.`

const Form = ({
  form,
  draft,
  quiz,
  save,
  onSave,
  onClose,
}: FormProps & { form: QuizForm; draft: FormDraft<QuizValues> }) => {
  const submit = useSave(form, (values) =>
    draft.submit(
      async () => {
        const id = await save({ quiz, values })
        return () => onSave(id)
      },
      (error) => showFormError(form, error),
    ),
  )
  return (
    <Stack
      as="form"
      gap={5}
      noValidate
      onSubmit={(event) => {
        // React takes it through the dialog to the form of the page
        event.stopPropagation()
        submit(event)
      }}
    >
      <Text tone="soft">{whenShown(quiz === undefined)}</Text>
      <QuizFields form={form} />
      <Row gap={2.5} wrap justify="end" edge="top" className={classes.foot}>
        <Text as="span" size={2} tone="quiet" grow>
          <FormDraftStatus draft={draft} />
        </Text>
        <Button variant="default" onClick={onClose}>
          Закрыть
        </Button>
        <Button type="submit" loading={form.submitting}>
          {quiz === undefined ? 'Вставить тест' : 'Сохранить тест'}
        </Button>
      </Row>
    </Stack>
  )
}

const Drafted = ({ quiz, ...props }: FormProps) => (
  <WithDraft
    draftKey={`quiz:${props.lessonId}:${props.quizId ?? 'new'}`}
    kind={quizKind}
    saved={quiz ? quizValues(quiz) : emptyQuiz}
  >
    {(form, draft) => <Form form={form} draft={draft} quiz={quiz} {...props} />}
  </WithDraft>
)

/** Writes the questions of a quiz; what is typed is kept as a draft until it is saved. */
const QuizDialog = (props: QuizDialogProps) => {
  const { quizId, lessonId, onClose } = props
  const query = useQuery(quizzesQuery(lessonId))
  const save = useSaveQuiz(lessonId)
  // a refusal is shown at its field
  const { modal } = useCloseGuard(onClose, { busy: save.isPending })
  return (
    <Modal
      {...modal}
      title={quizId === null ? 'Новый тест' : 'Тест'}
      size="xl"
      returnFocus={false}
      closeOnClickOutside={false}
    >
      <ListState query={query} skeleton={<SkeletonList focused />}>
        {({ quizzes }) => {
          const quiz = quizzes.find(({ id }) => id === quizId)
          if (quizId !== null && !quiz) return <Notice>Этого теста в уроке больше нет: уберите его из текста.</Notice>
          return <Drafted {...props} quiz={quiz} save={save.mutateAsync} onClose={modal.onClose} />
        }}
      </ListState>
    </Modal>
  )
}

export default QuizDialog
