import { called } from '#contract/users/student-word.ts'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import '@mantine/core/styles/Chip.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { Checkbox, Chip, NumberInput, TagsInput } from '@mantine/core'
import { formatSize } from '#contract/files/file-size.ts'
import { config } from '#web/app/config.ts'
import { fileTypePresets, hasTypes, otherTypes, toggleTypes, withOtherTypes } from '#web/lessons/file-type-presets.ts'
import classes from '#web/lessons/LessonForm.module.css'
import type { LessonFormState } from '#web/lessons/lesson-form.ts'
import { handInKinds } from '#web/tasks/hand-in-kinds.ts'

/** How a task is handed in: its kinds, what files it may have, how many students share it. */
export const HandInFields = ({ form }: { form: LessonFormState }) => {
  const { kinds, team_size } = form.values.assignment
  const size = Number(team_size) || 1
  return (
    <Stack as="section" gap={4} edge="top" className={classes.part} aria-labelledby="hand-in">
      <Text as="h3" size={6} id="hand-in">
        Как сдавать
      </Text>
      <Checkbox.Group label={`Что сдают ${called('студенты')}`} {...form.getInputProps('assignment.kinds')}>
        <Row gap={2} gapX={5} wrap align="stretch" mt={2}>
          {Object.entries(handInKinds).map(([kind, label]) => (
            <Checkbox key={kind} value={kind} label={label} />
          ))}
        </Row>
      </Checkbox.Group>
      {kinds.includes('files') && <FileRules form={form} />}
      <NumberInput
        className={classes.number}
        label="Размер команды"
        description={
          size > 1
            ? `До ${size} ${called('студентов')} сдают одну работу вместе`
            : `Каждый ${called('студент')} сдаёт свою работу`
        }
        min={1}
        max={20}
        allowNegative={false}
        allowDecimal={false}
        {...form.getInputProps('assignment.team_size')}
      />
    </Stack>
  )
}

const path = 'assignment.file_types'

const FileRules = ({ form }: { form: LessonFormState }) => {
  const { file_types } = form.values.assignment
  const change = (types: string[]) => form.setFieldValue(path, types)
  const problem = Object.entries(form.errors).find(([field]) => field.startsWith(path))?.[1]
  return (
    <>
      <Stack as="fieldset" gap={3}>
        <Box as="legend" weight="strong">
          Какие файлы
        </Box>
        <Text size={2} tone="quiet" tight>
          {file_types.length === 0
            ? 'Подойдут любые файлы. Отметьте группы, чтобы принимать только их.'
            : `Остальные файлы ${called('студент')} прикрепить не сможет.`}
        </Text>
        <Row gap={2} wrap align="stretch">
          {fileTypePresets.map(({ label, types }) => (
            <Chip
              key={label}
              checked={hasTypes(file_types, types)}
              onChange={(allowed) => change(toggleTypes(file_types, types, allowed))}
            >
              {label}
            </Chip>
          ))}
        </Row>
        <TagsInput
          label="Другие типы"
          description="Расширение, например .fig, или тип, например audio/*. Нажмите Enter после каждого"
          maxTags={30}
          splitChars={[',', ';', ' ']}
          acceptValueOnBlur
          value={otherTypes(file_types)}
          onChange={(others) => change(withOtherTypes(file_types, others))}
          error={problem}
        />
      </Stack>
      <NumberInput
        className={classes.number}
        label="Размер одного файла, МБ"
        description={`Пусто — сколько разрешает сайт: до ${formatSize(config.max_file_size)}`}
        min={0}
        allowNegative={false}
        decimalScale={2}
        decimalSeparator=","
        hideControls
        {...form.getInputProps('assignment.max_file_size')}
      />
    </>
  )
}
