import { Button, UnstyledButton } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { formatSize } from '#contract/files/file-size.ts'
import type { StoredFile } from '#contract/files/files.schema.ts'
import type { Attempt, Task } from '#contract/tasks/tasks.schema.ts'
import { plainName } from '#web/files/file-names.ts'
import { saveBlob } from '#web/files/save-blob.ts'
import classes from '#web/tasks/Receipt.module.css'
import { receiptText, textSize } from '#web/tasks/receipt-text.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { toast } from '#web/ui/toasts.ts'

/** The text of an attempt as it reads, without its marks. */
const textOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''

/** Everything that was handed in, down to the bytes of each file. */
const ReceiptDetails = ({ task, attempt }: { task: Task; attempt: Attempt }) => {
  const plainText = textOf(attempt.content)
  const download = () => {
    const text = receiptText(task, attempt, plainText)
    const name = `Квитанция ${task.lesson.name}, попытка ${attempt.number}.txt`.replace(/[\\/:*?"<>|]/g, ' ')
    saveBlob(new Blob([text], { type: 'text/plain;charset=utf-8' }), name)
  }
  return (
    <Stack gap={3} align="start" mt={1.5} pad={3} padX={4} round="m" edge="line">
      <Stack as="dl" gap={1}>
        <Fact name="Получено сервером">{formatMoment(attempt.submitted_at)}</Fact>
        {plainText.trim() !== '' && <Fact name="Текст">{textSize(plainText)}</Fact>}
        {attempt.link && <Fact name="Ссылка">{attempt.link}</Fact>}
      </Stack>
      {attempt.files.length > 0 && (
        <Stack as="ul" gap={2.5} anywhere plain aria-label="Файлы в квитанции">
          {attempt.files.map((file) => (
            <li key={file.id}>
              <FileLine file={file} />
            </li>
          ))}
        </Stack>
      )}
      <Button
        variant="default"
        size="sm"
        leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
        onClick={download}
      >
        Скачать квитанцию
      </Button>
    </Stack>
  )
}

export default ReceiptDetails

const Fact = ({ name, children }: { name: string; children: string }) => (
  <Row gap={0} gapX={2.5} wrap align="stretch">
    <Text as="dt" tone="quiet">
      {name}
    </Text>
    <Text as="dd" shrink anywhere>
      {children}
    </Text>
  </Row>
)

const FileLine = ({ file: { name, size, sha256 } }: { file: StoredFile }) => (
  <>
    <p>
      {plainName(name)}{' '}
      <Text as="small" tone="quiet">
        {formatSize(size)}
      </Text>
    </p>
    {sha256 && (
      <Row gap={1.5} align="start">
        <Text as="code" size={1} tone="soft" loose anywhere>
          <Text as="span" tone="quiet">
            SHA-256
          </Text>{' '}
          {sha256}
        </Text>
        <CopyHash name={plainName(name)} hash={sha256} />
      </Row>
    )}
  </>
)

const CopyHash = ({ name, hash }: { name: string; hash: string }) => {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(hash)
      setCopied(true)
      setTimeout(() => setCopied(false), 2000)
    } catch {
      toast({ severity: 'error', summary: 'Не удалось скопировать', detail: 'Выделите код и скопируйте его сами.' })
    }
  }
  const Icon = copied ? IconCheck : IconCopy
  return (
    <Row as="span" gap={1} inline size={1} tone="quiet" fixed>
      <UnstyledButton
        className={classes.copy}
        onClick={() => void copy()}
        aria-label={`Скопировать SHA-256: ${name}`}
        data-tip="Скопировать"
      >
        <Icon size={16} stroke={1.75} aria-hidden="true" />
      </UnstyledButton>
      <span role="status">{copied ? 'Скопировано' : ''}</span>
    </Row>
  )
}
