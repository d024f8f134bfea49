import { Button } from '@mantine/core'
import { useRef } from 'react'
import { formatSize } from '#contract/files/file-size.ts'
import { FileIcon } from '#web/files/FileIcon.tsx'
import { FileName } from '#web/files/FileName.tsx'
import classes from '#web/files/FileRows.module.css'
import { FileSquare } from '#web/files/FileThumbnail.tsx'
import { plainName } from '#web/files/file-names.ts'
import { formatProgress } from '#web/files/file-sizes.ts'
import { RowAction } from '#web/files/RowAction.tsx'
import { Box, Row, Text } from '#web/ui/layout.tsx'
import { useFocusAfter } from '#web/ui/use-focus-after.ts'
import { isRunning, type Upload } from '#web/uploads/upload.ts'
import { cancelUpload, chooseAgain, pauseUpload, resumeUpload } from '#web/uploads/uploads.ts'

/** One file on its way: its progress, and buttons to pause, resume or retry. */
export const UploadRow = ({ upload }: { upload: Upload }) => {
  const row = useRef<HTMLLIElement>(null)
  useFocusAfter(row)
  const { key, type, size, sent, phase, problem, mayRetry, needsFile } = upload
  const percent = size > 0 ? Math.floor((sent / size) * 100) : 0
  const name = plainName(upload.name)
  return (
    <Row as="li" ref={row} gap={3} pad={1.5} padX={0} shrink className={classes.row} data-phase={phase}>
      <FileSquare>
        <FileIcon type={type} name={upload.name} />
      </FileSquare>
      <Box size={4} tight grow>
        <FileName name={upload.name} />
        {phase !== 'failed' && (
          <div
            className={classes.bar}
            role="progressbar"
            aria-label={`Загрузка: ${name}`}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
          >
            <i style={{ width: `${percent}%` }} />
          </div>
        )}
        <Text size={2} tone="quiet" digits>
          {stateOf(upload)}
        </Text>
        {problem && (
          <Text size={2} tone={problemTones[phase] ?? 'soft'}>
            {problem}
          </Text>
        )}
      </Box>
      <Row gap={0.5} fixed className={classes.actions}>
        {needsFile && <ChooseAgain upload={upload} />}
        {phase === 'failed' && mayRetry && (
          <Button variant="default" size="xs" aria-label={`Повторить: ${name}`} onClick={() => resumeUpload(key)}>
            Повторить
          </Button>
        )}
        {/* one button in two states: it keeps the focus */}
        {(isRunning(upload) || (phase === 'paused' && !needsFile)) && (
          <RowAction
            icon={phase === 'paused' ? 'resume' : 'pause'}
            name={name}
            onClick={() => (phase === 'paused' ? resumeUpload : pauseUpload)(key)}
          />
        )}
        {phase !== 'done' && <RowAction icon="cancel" name={name} onClick={() => cancelUpload(key)} />}
      </Row>
    </Row>
  )
}

const problemTones: Partial<Record<Upload['phase'], 'warn' | 'bad'>> = { offline: 'warn', failed: 'bad' }

const stateOf = (upload: Upload) => {
  const { phase, sent, size } = upload
  switch (phase) {
    case 'waiting':
      return `Ждёт очереди · ${formatSize(size)}`
    case 'paused':
      return `Остановлено · ${formatProgress({ sent, size, speed: null })}`
    case 'done':
    case 'failed':
      return formatSize(size)
    default:
      return sent === size && phase === 'sending' ? 'Сервер проверяет файл…' : formatProgress(upload)
  }
}

/** Asks for a file whose bytes are lost. */
const ChooseAgain = ({ upload }: { upload: Upload }) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`Файл «${plainName(upload.name)}»`}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) chooseAgain(upload.key, file)
          currentTarget.value = ''
        }}
      />
      <Button variant="default" size="xs" onClick={() => input.current?.click()}>
        Выбрать файл
      </Button>
    </>
  )
}
