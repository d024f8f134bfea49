import { formatNumber } from '#contract/format-number.ts'
import { levelNames } from '#contract/reviews/level-names.ts'
import { Key } from '#web/ui/Key.tsx'
import { Box, Center, Row, Text } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { TextInput } from '@mantine/core'
import { IconCheck, IconX, type TablerIcon } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Criterion } from '#contract/lessons/assignment.schema.ts'
import { maxPoints } from '#contract/lessons/max-points.ts'
import type { CriterionLevel, CriterionResult } from '#contract/reviews/reviews.schema.ts'
import { useDeskKey, useKeySettings } from '#web/reviews/keys/desk-keys.ts'
import classes from '#web/reviews/verdict/Criteria.module.css'
import { notesAlone, pointsOf } from '#web/reviews/verdict/use-verdict.ts'
import { type DraftCriterion, type VerdictDraft, withCriterion } from '#web/reviews/verdict/verdict-draft.ts'

const levels: [CriterionLevel, TablerIcon | null][] = [
  ['met', IconCheck],
  ['partly', null],
  ['not', IconX],
]

const pressedLooks = {
  met: { tone: 'ok', ground: 'ok' },
  partly: { tone: 'warn', ground: 'warn' },
  not: { tone: 'bad', ground: 'bad' },
} as const
const unpressedLook = { tone: 'quiet', ground: 'surface', hover: 'sunken' } as const

/** The next level of a criterion at another press of its digit: met, partly, not, and none again. */
const nextLevel = (level: CriterionLevel | null): CriterionLevel | null => {
  const index = levels.findIndex(([slug]) => slug === level)
  return levels[index + 1]?.[0] ?? null
}

const number = (value: number) => formatNumber(value)

/** «Критерии»: how each is met, with a note where one is needed; the points add up above. */
export const CriteriaField = ({
  criteria,
  draft,
  before,
  refused,
  change,
}: {
  criteria: Criterion[]
  draft: VerdictDraft
  /** The criteria whose notes without a level kept the verdict back: they say so. */
  refused: number[]
  /** How the last verdict judged them. */
  before: CriterionResult[]
  change: (changes: Partial<VerdictDraft>) => void
}) => {
  const { off } = useKeySettings()
  const [announcement, setAnnouncement] = useState('')
  const max = maxPoints(criteria)
  const judge = (id: number, changes: Partial<Pick<DraftCriterion, 'level' | 'note'>>) =>
    change({ criteria: withCriterion(draft.criteria, id, changes) })
  const levelOf = (id: number) => draft.criteria.find(({ criterion_id }) => criterion_id === id)?.level ?? null
  useDeskKey('criterion', (digit) => {
    const criterion = criteria[digit - 1]
    if (!criterion) return
    const level = nextLevel(levelOf(criterion.id))
    judge(criterion.id, { level })
    setAnnouncement(`${criterion.name}: ${level ? levelNames[level] : 'не отмечено'}`)
  })
  const alone = notesAlone(draft, criteria).filter((id) => refused.includes(id))
  const judged = criteria.filter(({ id }) => levelOf(id) !== null).length
  return (
    <fieldset>
      <Row as="legend" align="baseline" justify="between" mb={1} size={4} weight="strong" className={classes.legend}>
        <span>Критерии</span>
        <Text as="small" tone="soft" weight="medium" digits>
          {max === null
            ? `${judged} из ${criteria.length}`
            : `${number(pointsOf(draft, criteria) ?? 0)} из ${number(max)}`}
        </Text>
      </Row>
      <Box as="ul" plain>
        {criteria.map((criterion, index) => (
          <CriterionRow
            key={criterion.id}
            criterion={criterion}
            digit={!off && index < 9 ? index + 1 : null}
            own={draft.criteria.find(({ criterion_id }) => criterion_id === criterion.id)}
            before={before.find(({ criterion_id }) => criterion_id === criterion.id)}
            error={alone.includes(criterion.id) && 'Отметьте критерий или уберите заметку'}
            judge={(changes) => judge(criterion.id, changes)}
          />
        ))}
      </Box>
      <Text role="status" aloud>
        {announcement}
      </Text>
    </fieldset>
  )
}

/** The id of the field of a criterion's note in the document. */
export const noteFieldId = (id: number) => `criterion-note-${id}`

const CriterionRow = ({
  criterion: { id, name, description, points },
  digit,
  own,
  before,
  error,
  judge,
}: {
  criterion: Criterion
  digit: number | null
  own: DraftCriterion | undefined
  before: CriterionResult | undefined
  error: string | false
  judge: (changes: Partial<Pick<DraftCriterion, 'level' | 'note'>>) => void
}) => {
  const [noting, setNoting] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const hasNote = noting || Boolean(own?.note)
  const about = [
    description,
    points !== undefined && `до ${number(points)}`,
    before && `было: ${levelNames[before.level]}`,
  ].filter(Boolean)
  return (
    <Box as="li" gap={1} gapX={3} pad={1} padX={0} className={classes.row}>
      <Row gap={2.5} align="stretch" size={3} tight shrink anywhere>
        {digit && <Key tone="soft">{digit}</Key>}
        <Box shrink>
          <Text as="span" block>
            {name}
          </Text>
          {about.length > 0 && (
            <Text as="small" size={1} tone="quiet" className={classes.about}>
              {about.join(' · ')}
            </Text>
          )}
          {!hasNote && (
            <Box
              as="button"
              type="button"
              pad={0}
              size={1}
              tone="quiet"
              className={classes.add}
              aria-label={`Заметка к критерию: ${name}`}
              onClick={() => {
                flushSync(() => setNoting(true))
                field.current?.focus()
              }}
            >
              Заметка
            </Box>
          )}
        </Box>
      </Row>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a part of its row's grid */}
      <div role="group" aria-label={name} className={classes.levels}>
        {levels.map(([level, Icon]) => (
          <Center
            as="button"
            key={level}
            type="button"
            pad={0}
            {...(own?.level === level ? pressedLooks[level] : unpressedLook)}
            aria-pressed={own?.level === level}
            aria-label={levelNames[level]}
            data-tip={levelNames[level]}
            onClick={() => judge({ level: own?.level === level ? null : level })}
          >
            {Icon ? <Icon size={16} stroke={2} aria-hidden="true" /> : '±'}
          </Center>
        ))}
      </div>
      {hasNote && (
        <TextInput
          ref={field}
          id={noteFieldId(id)}
          size="sm"
          className={classes.note as string}
          aria-label={`Заметка: ${name}`}
          placeholder="Что именно"
          maxLength={2000}
          value={own?.note ?? ''}
          onChange={(event) => judge({ note: event.currentTarget.value })}
          onBlur={() => setNoting(false)}
          error={error}
        />
      )}
    </Box>
  )
}
