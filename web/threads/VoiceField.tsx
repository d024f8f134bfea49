import { ActionIcon, Button } from '@mantine/core'
import { IconPlayerStopFilled, IconTrash } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import type { StoredFile } from '#contract/files/files.schema.ts'
import { formatPlace } from '#contract/files/format-place.ts'
import classes from '#web/threads/Thread.module.css'
import { maxVoiceSeconds, type Recording, useRecorder } from '#web/threads/use-recorder.ts'
import { VoiceButton } from '#web/threads/VoiceButton.tsx'
import { VoiceNote, voiceName } from '#web/threads/VoiceNote.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { UploadList } from '#web/uploads/UploadList.tsx'
import { startUpload, useUploads, useUploadsRead } from '#web/uploads/uploads.ts'
import { useTakenUploads } from '#web/uploads/use-taken-uploads.ts'

/** Most voice notes of one message. */
const maxRecordings = 5

export interface VoiceFieldProps {
  target: string
  files: StoredFile[]
  /** Somebody wants to record right now. */
  asked: boolean
  onChange: (change: (files: StoredFile[]) => StoredFile[]) => void
  /**
   * Receives why the message cannot be sent yet without losing a recording, as soon as that is known; empty once it
   * can.
   */
  onUnfinished: (problem: string) => void
}

/**
 * Records voice notes for a message. Each is sent to the server at once, under `target`, so that it survives a reload;
 * the message takes it along when it is sent itself.
 */
export const VoiceField = ({ target, files, asked, onChange, onUnfinished }: VoiceFieldProps) => {
  const uploads = useUploads(target)
  const isRead = useUploadsRead()
  const finish = ({ bytes, ending, seconds }: Recording) => {
    const name = voiceName(formatPlace(seconds), ending)
    startUpload(new File([bytes], name, { type: bytes.type }), { target })
  }
  const { phase, seconds, problem, start, stop } = useRecorder(finish)
  const begin = useEffectEvent(() => void start())
  useEffect(() => {
    if (asked) begin()
  }, [asked])

  useTakenUploads(uploads, (file) =>
    onChange((before) => (before.some(({ id }) => id === file.id) ? before : [...before, file])),
  )

  const isOnTheWay = uploads.some(({ file }) => !files.some(({ id }) => id === file?.id))
  const isStuck = uploads.some(({ phase, needsFile }) => phase === 'failed' || phase === 'paused' || needsFile)
  const waiting = isStuck
    ? 'Запись не загрузилась. Повторите загрузку или уберите запись.'
    : isOnTheWay
      ? 'Ждём, пока загрузится запись. Если она не нужна, уберите её.'
      : ''
  const unfinished = phase === 'recording' ? 'Остановите запись, чтобы отправить её вместе с сообщением.' : waiting
  const report = useEffectEvent(onUnfinished)
  useEffect(() => {
    if (isRead || unfinished) report(unfinished)
  }, [isRead, unfinished])

  return (
    <Stack gap={2} align="start" className={classes.voices}>
      {files.map((file) => (
        <VoiceNote
          key={file.id}
          file={file}
          aside={
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="Выбросить запись"
              data-tip="Выбросить запись"
              onClick={() => onChange((before) => before.filter(({ id }) => id !== file.id))}
            >
              <IconTrash size={18} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          }
        />
      ))}
      <UploadList target={target} />
      {phase === 'recording' ? (
        <Row gap={2} gapX={3} wrap size={3}>
          <span role="status">
            <span className={classes.live} aria-hidden="true" />
            Идёт запись
          </span>
          <Text as="span" tone="soft" digits>
            {formatPlace(seconds)} из {formatPlace(maxVoiceSeconds)}
          </Text>
          <Button
            autoFocus
            size="sm"
            variant="default"
            leftSection={<IconPlayerStopFilled size={16} aria-hidden="true" />}
            onClick={stop}
          >
            Остановить
          </Button>
        </Row>
      ) : (
        files.length + uploads.length < maxRecordings && (
          // in place of a button that had the focus
          <VoiceButton autoFocus={asked} loading={phase === 'asking'} onClick={start} />
        )
      )}
      {problem && (
        <Text size={3} tone="bad" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  )
}
