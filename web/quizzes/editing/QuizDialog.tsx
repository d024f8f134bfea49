import '#web/ui/input-styles.ts'
import '#web/ui/modal-styles.ts'
import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { quizzesApi } from '#contract/quizzes/quizzes.api.ts'
import type { Quiz } from '#contract/quizzes/quizzes.schema.ts'
import { act } from '#web/app/act.ts'
import { showFormError } from '#web/app/form-errors.ts'
import { queryClient } from '#web/app/query-client.ts'
import { useSave } from '#web/app/use-save.ts'
import { FormDraftStatus } from '#web/drafts/FormDraftStatus.tsx'
import type { FormDraft } from '#web/drafts/use-form-draft.ts'
import { WithDraft } from '#web/drafts/WithDraft.tsx'
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
import { Notice } from '#web/ui/Notice.tsx'

export interface QuizDialogProps {
  lessonId: number
  /** Null for a new one. */
  quizId: number | null
  onSave: (quizId: number) => void
  onClose: () => void
}

/** Saves a quiz among the others of its lesson, as they are by now; returns its id. */
const saveQuiz = async (lessonId: number, quizId: number | null, values: QuizValues) => {
  const { quizzes: before } = await queryClient.fetchQuery({ ...quizzesQuery(lessonId), staleTime: 0 })
  const quiz = { ...quizBody(values), ...(quizId !== null && { id: quizId }) }
  // staff get whole questions, which are sent back as they came
  const others = before as unknown as (typeof quiz)[]
  const isThere = before.some(({ id }) => id === quizId)
  const quizzes = isThere ? others.map((one) => (one.id === quizId ? quiz : one)) : [...others, quiz]
  const saved = await act(quizzesApi.save, { params: { id: lessonId }, body: { quizzes } })
  const known = new Set(before.map(({ id }) => id))
  return quizId ?? saved.quizzes.find(({ id }) => !known.has(id))?.id ?? 0
}

const Form = ({
  form,
  draft,
  lessonId,
  quizId,
  onSave,
  onClose,
}: QuizDialogProps & { form: QuizForm; draft: FormDraft<QuizValues> }) => {
  const submit = useSave(form, (values) =>
    draft.submit(
      async () => {
        const id = await saveQuiz(lessonId, quizId, values)
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
      <QuizFields form={form} />
      <Row gap={2.5} wrap justify="end" edge="top" className={classes.foot}>
        <Text as="span" size={2} tone="quiet" grow>
          <FormDraftStatus draft={draft} />
        </Text>
        <Button variant="default" onClick={onClose}>
          Закрыть
        </Button>
        <Button type="submit" loading={form.submitting}>
          {quizId === null ? 'Вставить тест' : 'Сохранить тест'}
        </Button>
      </Row>
    </Stack>
  )
}

const Drafted = ({ quiz, ...props }: QuizDialogProps & { quiz: Quiz | undefined }) => (
  <WithDraft
    draftKey={`quiz:${props.lessonId}:${props.quizId ?? 'new'}`}
    kind={quizKind}
    saved={quiz ? quizValues(quiz) : emptyQuiz}
  >
    {(form, draft) => <Form form={form} draft={draft} {...props} />}
  </WithDraft>
)

/** Writes the questions of a quiz; what is typed is kept as a draft until it is saved. */
const QuizDialog = (props: QuizDialogProps) => {
  const { quizId, lessonId, onClose } = props
  const query = useQuery(quizzesQuery(lessonId))
  return (
    <Modal
      opened
      onClose={onClose}
      title={quizId === null ? 'Новый тест' : 'Тест'}
      size="xl"
      returnFocus={false}
      closeOnClickOutside={false}
    >
      <ListState query={query}>
        {({ quizzes }) => {
          const quiz = quizzes.find(({ id }) => id === quizId)
          if (quizId !== null && !quiz) return <Notice>Этого теста в уроке больше нет: уберите его из текста.</Notice>
          return <Drafted quiz={quiz} {...props} />
        }}
      </ListState>
    </Modal>
  )
}

export default QuizDialog
