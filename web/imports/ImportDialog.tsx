import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Import, ImportKind } from '#contract/imports/imports.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import { called } from '#contract/users/student-word.ts'
import { Link } from '#web/app/Link.tsx'
import { useCloseByBack } from '#web/app/use-close-by-back.ts'
import classes from '#web/files/FilesField.module.css'
import { useFileDrop } from '#web/files/file-drop.ts'
import { findImportKind, importedTypes, kindByName } from '#web/imports/import-kind.ts'
import { importQuery, useStartImport, useUndoImport } from '#web/imports/imports.queries.ts'
import { useShownImport, watchImport } from '#web/imports/watch-import.ts'
import { judgeFailure } from '#web/outbox/judge-failure.ts'
import { checkFile } from '#web/ui/check-file.ts'
import { confirm } from '#web/ui/confirm.ts'
import { readTyped, writeDevice } from '#web/ui/device-store.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FileInput } from '#web/ui/FileInput.tsx'
import { DialogButtons } from '#web/ui/FormDialog.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { UploadList } from '#web/uploads/UploadList.tsx'
import { startUpload, useUploads } from '#web/uploads/uploads.ts'
import { useTakenUploads } from '#web/uploads/use-taken-uploads.ts'

/** A file on the server. */
type Source = NonNullable<Import['file']>

/** Takes the file: it is uploaded at once, and `onFile` gets it. */
const ChooseFile = ({ target, onFile }: { target: string; onFile: (file: Source, kind: ImportKind) => void }) => {
  const root = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  // a large file may arrive after the dialog was closed, or on the next page
  const kindPlace = `${target}:kind`
  const uploads = useUploads(target)
  useTakenUploads(uploads, (file) => {
    onFile(file, kindByName(file.name) ?? readTyped<ImportKind>(kindPlace) ?? 'archive')
    writeDevice(kindPlace, null)
  })
  const add = async ([file]: File[]) => {
    if (!file || !checkFile(file, { types: importedTypes })) return
    writeDevice(kindPlace, await findImportKind(file))
    // what is inside is judged by the import, whose refusal says more
    startUpload(file, { target })
  }
  const over = useFileDrop(root, (files) => void add(files))
  const isBusy = uploads.length > 0
  return (
    <Stack ref={root} gap={3}>
      <UploadList target={target} />
      {!isBusy && (
        <Row
          gap={3}
          wrap
          pad={4}
          size={3}
          tone="quiet"
          round="m"
          className={classes.zone}
          data-over={over || undefined}
        >
          <p className={classes.drop}>Перетащите файл сюда</p>
          <Button variant="default" size="sm" data-autofocus onClick={() => input.current?.click()}>
            Выбрать файл
          </Button>
        </Row>
      )}
      <FileInput
        ref={input}
        accept={importedTypes.join(',')}
        aria-label="Файл для импорта"
        onFiles={(files) => void add(files)}
      />
      <Text size={2} tone="quiet">
        Подойдут архив курса, резервная копия Moodle (.mbz), документ Word (.docx), текст Markdown (.md) или ZIP с
        такими текстами и картинками, пакет SCORM. Что за файл, мы поймём сами.
      </Text>
    </Stack>
  )
}

/** A file that has arrived, though its import did not begin: it is not sent again. */
const Unstarted = ({ file, onStart, onDrop }: { file: Source; onStart: () => void; onDrop: () => void }) => (
  <Stack gap={4}>
    <Text anywhere>Файл «{file.name}» загружен, но импорт ещё не начался.</Text>
    <DialogButtons cancel="Выбрать другой файл" onClose={onDrop}>
      <Button onClick={onStart}>Начать импорт</Button>
    </DialogButtons>
  </Stack>
)

const Warnings = ({ warnings }: { warnings: string[] }) =>
  warnings.length > 0 && (
    <Stack gap={1.5}>
      <Text weight="medium">На что посмотреть: {warnings.length}</Text>
      <ul style={{ margin: 0, paddingInlineStart: 20 }} aria-label="Замечания">
        {warnings.map((warning) => (
          <li key={warning}>
            <Text size={3} tone="soft" anywhere>
              {warning}
            </Text>
          </li>
        ))}
      </ul>
    </Stack>
  )

/** What was made, with the way there and back. */
const Report = ({ made, isThere, onClose }: { made: Import; isThere: boolean; onClose: () => void }) => {
  const undo = useUndoImport()
  const navigate = useNavigate()
  const askAndUndo = async () => {
    const accepted = await confirm({
      title: 'Отменить импорт?',
      text: 'Всё, что он добавил, удалится насовсем: уроки, задания и файлы.',
      accept: 'Отменить импорт',
      reject: 'Оставить',
      danger: true,
    })
    if (!accepted) return
    undo.mutate(made.id, {
      onSuccess: () => {
        onClose()
        // the course that is on the page is gone
        if (isThere && made.makes_course) void navigate({ to: pathTo('courses.index') })
      },
    })
  }
  return (
    <Stack gap={4}>
      <p role="status">
        Готово: {counted(made.lesson_ids.length, 'урок', 'урока', 'уроков')}.{' '}
        {made.makes_course
          ? `Курс сначала черновик: ${called('студенты')} его не видят.`
          : `Уроки сначала черновики: ${called('студенты')} увидят их после публикации.`}
      </p>
      <Warnings warnings={made.warnings} />
      <Row wrap justify="end" gap={2.5}>
        {made.undoable && (
          <Button variant="subtle" color="red" loading={undo.isPending} onClick={() => void askAndUndo()}>
            Отменить импорт
          </Button>
        )}
        {isThere && <Button onClick={onClose}>Закрыть</Button>}
        {!isThere && made.course_id !== null && (
          <Button component={Link} to={pathTo('courses.show', { id: made.course_id })} onClick={onClose}>
            Открыть курс
          </Button>
        )}
      </Row>
    </Stack>
  )
}

/** What the dialog does after a failed import. */
interface AfterFailure {
  /** Imports the same file again. */
  onRepeat: (file: Source, kind: ImportKind) => void
  onOther: () => void
  onClose: () => void
}

const Failure = ({ made, onRepeat, onOther, onClose }: AfterFailure & { made: Import }) => {
  const file = made.repeatable ? made.file : null
  return (
    <Stack gap={4}>
      <p role="alert">{made.warnings[0]}</p>
      <DialogButtons cancel="Закрыть" onClose={onClose}>
        <Button variant={file ? 'default' : 'filled'} onClick={onOther}>
          {made.repeatable && !file ? 'Выбрать файл' : 'Выбрать другой файл'}
        </Button>
        {file && <Button onClick={() => onRepeat(file, made.kind)}>Повторить импорт</Button>}
      </DialogButtons>
    </Stack>
  )
}

/** What is going on at the moment: how much there is to do is not known before the file was read. */
const Working = ({ made }: { made: Import | undefined }) => {
  const isReading = !made || made.total === 0
  return (
    <Stack gap={3}>
      <Row gap={2.5}>
        {isReading && <Loader size="sm" aria-hidden="true" />}
        <p role="status">
          {isReading
            ? 'Читаем файл: распаковываем и проверяем. Сколько в нём всего, станет видно, когда дочитаем.'
            : 'Сохраняем файлы и уроки'}
        </p>
      </Row>
      {made && !isReading && <ProgressBar done={made.done} total={made.total} label="Сохранено" />}
      <Text size={2} tone="quiet">
        Окно можно закрыть: импорт закончится и без него, а отчёт останется на странице курса, под уроками.
      </Text>
    </Stack>
  )
}

/** An import from its first moment to its report. */
const Progress = ({
  id,
  isThere,
  ...after
}: AfterFailure & {
  id: number
  /** Whether the page behind the dialog is that of its course. */
  isThere: boolean
}) => {
  const query = useQuery(importQuery(id))
  const made = query.data?.import
  useShownImport(id)
  const isRunning = made?.status === 'running'
  useEffect(() => {
    if (isRunning) watchImport(id)
  }, [id, isRunning])
  if (query.error && !made) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (made?.status === 'done') return <Report made={made} isThere={isThere} onClose={after.onClose} />
  if (made?.status === 'failed') return <Failure made={made} {...after} />
  return <Working made={made} />
}

interface ImportDialogProps {
  /** The course that lessons are added to; a new one without it. */
  course?: { id: number; name: string }
  /** An import to show, instead of beginning one. */
  shownId?: number
  onClose: () => void
}

/** Imports a file as a new draft course, or into a course. */
const ImportDialog = ({ course, shownId, onClose }: ImportDialogProps) => {
  useCloseByBack(onClose)
  const start = useStartImport(watchImport)
  const [id, setId] = useState<number | null>(shownId ?? null)
  const [uploaded, setUploaded] = useState<{ file: Source; kind: ImportKind } | null>(null)
  const chooseOther = () => {
    setUploaded(null)
    setId(null)
  }
  const begin = (file: Source, kind: ImportKind) => {
    setUploaded({ file, kind })
    setId(null)
    start.mutate(
      { kind, file_id: file.id, ...(course && { course_id: course.id }) },
      {
        onSuccess: (response) => setId(response.import.id),
        onError: (error) => judgeFailure(error) === 'refused' && setUploaded(null),
      },
    )
  }
  return (
    <Modal onClose={onClose} title={shownId ? 'Отчёт об импорте' : course ? 'Импорт уроков' : 'Импорт курса'} size="lg">
      <Stack gap={4}>
        {id === null && (
          <Text tone="soft">
            {course
              ? `Уроки из файла встанут в конец курса «${course.name}» черновиками.`
              : `Из файла получится новый курс: черновик, ${called('студенты')} его не увидят.`}
          </Text>
        )}
        {id === null && !start.isPending && !uploaded && (
          <ChooseFile target={`import:${course?.id ?? 'new'}`} onFile={begin} />
        )}
        {id === null && !start.isPending && uploaded && (
          <Unstarted
            file={uploaded.file}
            onStart={() => begin(uploaded.file, uploaded.kind)}
            onDrop={() => setUploaded(null)}
          />
        )}
        {start.isPending && (
          <Row gap={2.5}>
            <Loader size="sm" aria-hidden="true" />
            <p role="status">Начинаем…</p>
          </Row>
        )}
        {id !== null && (
          <Progress id={id} isThere={shownId === id} onRepeat={begin} onOther={chooseOther} onClose={onClose} />
        )}
      </Stack>
    </Modal>
  )
}

export default ImportDialog
