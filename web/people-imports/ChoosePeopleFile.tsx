import { Button, Loader } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { peopleFileCheck } from '#contract/people-imports/people-fields.ts'
import classes from '#web/files/FilesField.module.css'
import { useFileDrop } from '#web/files/file-drop.ts'
import { saveSample } from '#web/people-imports/sample-file.ts'
import { Card } from '#web/ui/Card.tsx'
import { checkFile } from '#web/ui/check-file.ts'
import { FileInput } from '#web/ui/FileInput.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { SteadyButton } from '#web/ui/SteadyButton.tsx'

/** Takes a file with people, dropped or chosen; `fault` says why the one before was not read. */
export const ChoosePeopleFile = ({
  busy,
  fault,
  onFile,
}: {
  busy: boolean
  fault: ReactNode
  onFile: (file: File) => void
}) => {
  const root = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const take = ([file]: File[]) => {
    if (file && !busy && checkFile(file, peopleFileCheck)) onFile(file)
  }
  const over = useFileDrop(root, take)
  return (
    <Card>
      <Stack ref={root} gap={4}>
        <Text tone="soft">
          Подойдёт таблица Excel (XLSX) или CSV, в том числе из 1С: по человеку в строке, с заголовками колонок. Сначала
          мы всё проверим и покажем, что изменится.
        </Text>
        <Row
          gap={3}
          wrap
          pad={4}
          size={3}
          tone="quiet"
          round="m"
          className={classes.zone}
          data-over={over || undefined}
          aria-busy={busy}
        >
          <p className={classes.drop} role="status">
            {busy ? 'Читаем и проверяем…' : 'Перетащите файл сюда'}
          </p>
          {busy && <Loader size="sm" aria-hidden="true" />}
          <SteadyButton variant="default" busy={busy} onClick={() => input.current?.click()}>
            Выбрать файл
          </SteadyButton>
        </Row>
        {fault}
        <FileInput ref={input} accept={peopleFileCheck.types.join(',')} aria-label="Файл с людьми" onFiles={take} />
        <Row gap={3} wrap>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} stroke={1.75} aria-hidden="true" />}
            onClick={saveSample}
          >
            Скачать образец
          </Button>
          <Box size={2} tone="quiet" from={14}>
            Людей узнаём по почте, логину или личному номеру. Пустые ячейки ничего не меняют.
          </Box>
        </Row>
      </Stack>
    </Card>
  )
}
