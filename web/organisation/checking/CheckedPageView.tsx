import type { CheckedName, CheckedPage } from '#contract/organisation/self-check.schema.ts'
import { organisationPath } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/organisation/checking/Checking.module.css'
import { findingNames, sortedNames, toneColours, toneOf, tonesOf } from '#web/organisation/checking/check-texts.ts'
import { FaultList } from '#web/organisation/checking/FaultList.tsx'
import { Box, Row, Text } from '#web/ui/layout.tsx'

/**
 * One page of the report: what law asks for it, its faults, its names; those in order only when `all` are asked for.
 */
export const CheckedPageView = ({ page, all }: { page: CheckedPage; all: boolean }) => {
  const { number, title, law, source, names, faults } = page
  const shown = sortedNames(names).filter((name) => all || toneOf(name) !== 'ok')
  const id = `checked-${number}`
  return (
    <Box
      as="li"
      pad={4}
      padX={4.5}
      ground="surface"
      round="m"
      edge="line"
      shadow="card"
      className={classes.page}
      aria-labelledby={id}
    >
      <Row links="plain" gap={1} gapX={4} wrap align="baseline" className={classes.pageHead}>
        <Box from={18} anywhere>
          <Text as="h3" size={5} id={id}>
            {title}
          </Text>
          <Box size={2} tone="quiet" tight>
            {law}. {source}.
          </Box>
        </Box>
        <PageTone page={page} />
        <Text
          as={Link}
          pad={1}
          padX={0}
          size={3}
          weight="medium"
          to={organisationPath(number, { view: 'edit' })}
          aria-label={`Изменить: ${title}`}
        >
          Изменить
        </Text>
      </Row>
      {faults.length > 0 && <FaultList faults={faults} />}
      {shown.length > 0 && (
        <Box as="ul" mt={3} plain>
          {shown.map((name) => (
            <NameLine key={`${name.container} ${name.name}`} checked={name} />
          ))}
        </Box>
      )}
    </Box>
  )
}

const PageTone = ({ page }: { page: CheckedPage }) => {
  const { bad, warn, ok } = tonesOf(page)
  if (bad + warn === 0) {
    return (
      <Text as="span" size={3} tone="ok">
        Всё в порядке: {counted(ok, 'имя', 'имени', 'имён')}
      </Text>
    )
  }
  const counts = [
    bad > 0 && counted(bad, 'ошибка', 'ошибки', 'ошибок'),
    warn > 0 && counted(warn, 'замечание', 'замечания', 'замечаний'),
  ].filter(Boolean)
  return (
    <Text as="span" size={3} tone={bad > 0 ? 'bad' : 'warn'} weight={bad > 0 ? 'medium' : undefined}>
      {counts.join(', ')}
    </Text>
  )
}

const NameLine = ({ checked }: { checked: CheckedName }) => {
  const { name, container, label, required, finding, count, advice } = checked
  return (
    <Row as="li" gap={1} gapX={4} wrap align="start" pad={2.5} padX={0} edge="top" className={classes.name}>
      <Text as="span" size={3} tone={toneColours[toneOf(checked)]} weight="medium" className={classes.finding}>
        {findingNames[finding]}
      </Text>
      <Box from={16} loose anywhere>
        <div>
          <Text as="strong" weight="medium">
            {label}
          </Text>{' '}
          <Text as="code" size={2} tone="quiet" className={classes.code}>
            {container ? `${container} › ${name}` : name}
          </Text>
        </div>
        {advice && <Box mt={0.5}>{advice}</Box>}
        <Box mt={0.5} size={2} tone="quiet" tight>
          {required ? 'Обязательно по закону' : 'Если есть в организации'}
          {count > 0 && ` · на странице ${counted(count, 'раз', 'раза', 'раз')}`}
        </Box>
      </Box>
    </Row>
  )
}
