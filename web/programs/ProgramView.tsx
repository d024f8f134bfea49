import type { ComponentProps, ReactNode } from 'react'
import { pathTo } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import { formatPrice, formatStart } from '#contract/programs/program-texts.ts'
import type { Program } from '#contract/programs/programs.schema.ts'
import { Link } from '#web/app/Link.tsx'
import { RichText } from '#web/content/RichText.tsx'
import { applyHref, EnrolCard, isOpen } from '#web/programs/EnrolCard.tsx'
import classes from '#web/programs/ProgramView.module.css'
import { seatsText } from '#web/programs/program-facts.ts'
import { CardList } from '#web/ui/Card.tsx'
import { Cover } from '#web/ui/Cover.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { PersonChip } from '#web/ui/PersonChip.tsx'

// Drawn by the server as well: plain elements, without the app's providers.

const admissionText = (program: Program) => {
  if (isOpen(program)) return 'Набор открыт'
  return program.enrolling ? 'Мест нет' : 'Набор закрыт'
}

/** What people ask first comes first: when, how long, how much. */
const factsOf = (program: Program): [string, string][] => [
  ...(program.starts_on ? [['Начало', formatStart(program.starts_on)] as [string, string]] : []),
  ...(program.duration ? [['Продолжительность', program.duration] as [string, string]] : []),
  ...(program.price === null ? [] : [['Стоимость', formatPrice(program.price)] as [string, string]]),
  ...(program.seats === null
    ? []
    : [['Места', seatsText(program) ?? counted(program.seats, 'место', 'места', 'мест')] as [string, string]]),
  ...(program.form ? [['Форма обучения', program.form] as [string, string]] : []),
  ...(program.level ? [['Уровень', program.level] as [string, string]] : []),
]

const Title = (props: ComponentProps<'h2'>) => <Text as="h2" mb={4} size={8} {...props} />

const Mark = ({ open = false, children }: { open?: boolean; children: ReactNode }) => (
  <Text
    as="span"
    pad={1}
    padX={3}
    size={3}
    tone={open ? 'brand' : 'soft'}
    weight={open ? 'medium' : undefined}
    ground={open ? 'brand' : 'sunken'}
    round="full"
  >
    {children}
  </Text>
)

const Facts = ({ program }: { program: Program }) => {
  const facts = factsOf(program)
  if (facts.length === 0) return null
  return (
    <Stack as="dl" gap={3} pad={4.5} ground="surface" round="m" edge="line" anywhere className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <Text as="dt" size={2} tone="quiet">
            {name}
          </Text>
          <Text as="dd" weight="medium">
            {value}
          </Text>
        </div>
      ))}
    </Stack>
  )
}

const Plan = ({ plan }: Pick<Program, 'plan'>) => {
  if (plan.length === 0) return null
  return (
    <section aria-labelledby="plan">
      <Title id="plan">Программа</Title>
      <Stack gap={4.5}>
        {plan.map(({ name, lessons }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two sections may have one name
          <div key={index}>
            {name && (
              <Text as="h3" mb={2} size={5}>
                {name}
              </Text>
            )}
            <CardList as="ol">
              {lessons.map((lesson, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two lessons may have one name
                <Box as="li" key={place} pad={3} padX={4.5} anywhere>
                  {lesson}
                </Box>
              ))}
            </CardList>
          </div>
        ))}
      </Stack>
    </section>
  )
}

const Teachers = ({ teachers }: Pick<Program, 'teachers'>) => {
  if (teachers.length === 0) return null
  return (
    <section aria-labelledby="teachers">
      <Title id="teachers">{teachers.length === 1 ? 'Преподаватель' : 'Преподаватели'}</Title>
      <Row as="ul" gap={4} gapX={5} wrap align="stretch" plain>
        {teachers.map((teacher) => (
          <li key={teacher.id}>
            <PersonChip person={teacher} href={pathTo('users.show', { id: teacher.id })} size={40} />
          </li>
        ))}
      </Row>
    </section>
  )
}

/**
 * The public announcement of a course. The app knows some of its readers: those with an account get their `application`
 * in place of the registration (null: they have nothing to apply for), and those of the course itself an `action`.
 */
export const ProgramView = ({
  program,
  action,
  application,
  byLetter,
}: {
  program: Program
  action?: ReactNode
  application?: ReactNode
  byLetter?: boolean | undefined
}) => (
  <div className={classes.page}>
    <div className={classes.hero}>
      <Box shrink anywhere className={classes.text}>
        <Box links="quiet" as="nav" mb={2.5} size={3} tone="quiet" aria-label="Путь к странице">
          <Link to={pathTo('main')}>Главная</Link>
        </Box>
        <h1>{program.name}</h1>
        {program.summary && (
          <Text mt={3} size={6} tone="soft" className={classes.summary}>
            {program.summary}
          </Text>
        )}
        <Row as="p" gap={2} wrap align="stretch" mt={4.5}>
          <Mark open={isOpen(program)}>{admissionText(program)}</Mark>
          {program.school.age_mark && <Mark>{program.school.age_mark}</Mark>}
          {program.lesson_count > 0 && <Mark>{counted(program.lesson_count, 'урок', 'урока', 'уроков')}</Mark>}
        </Row>
        {(action || isOpen(program)) && (
          <Text mt={5}>
            {action ?? (
              <LinkButton large href={application === undefined ? applyHref(program) : '#enrol'}>
                {application === undefined ? 'Подать заявку' : 'Как записаться'}
              </LinkButton>
            )}
          </Text>
        )}
      </Box>
      <Cover url={program.cover.url} ratio="var(--cover-ratio, 400 / 230)" eager className={classes.cover} />
    </div>
    <div className={classes.columns}>
      <Stack as="aside" gap={4} className={classes.aside} aria-label="Условия и запись">
        <Facts program={program} />
        <EnrolCard program={program} application={application} byLetter={byLetter} />
      </Stack>
      <Stack gap={7} shrink className={classes.main}>
        {program.announcement && (
          <section className={classes.about} aria-labelledby="about">
            <Title id="about">О курсе</Title>
            <RichText html={program.announcement} />
          </section>
        )}
        <Plan plan={program.plan} />
        <Teachers teachers={program.teachers} />
      </Stack>
    </div>
  </div>
)
