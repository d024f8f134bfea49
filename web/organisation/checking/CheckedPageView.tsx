import type { CheckedName, CheckedPage } from '#contract/organisation/self-check.schema.ts'
import { organisationPath } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/organisation/checking/Checking.module.css'
import { findingWords, sortedNames, toneOf, tonesOf } from '#web/organisation/checking/check-words.ts'
import { FaultList } from '#web/organisation/checking/FaultList.tsx'
import { Box, Row } from '#web/ui/layout.tsx'
import { counted } from '#web/ui/plural.ts'

/** One page of the report: what law asks for it, its faults, its names; those in order only when `all` are asked for. */
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
      className={classes.page}
      aria-labelledby={id}
    >
      <Row links="plain" gap={1} gapX={4} wrap align="baseline" className={classes.pageHead}>
        <div>
          <h3 id={id}>{title}</h3>
          <Box size={2} tone="quiet" tight>
            {law}. {source}.
          </Box>
        </div>
        <PageTone page={page} />
        <Link to={organisationPath(number, { view: 'edit' })} aria-label={`Изменить: ${title}`}>
          Изменить
        </Link>
      </Row>
      {faults.length > 0 && <FaultList faults={faults} />}
      {shown.length > 0 && (
        <Box as="ul" mt={3} plain className={classes.names}>
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
    return <span className={classes.tone}>Всё в порядке: {counted(ok, 'имя', 'имени', 'имён')}</span>
  }
  const words = [
    bad > 0 && counted(bad, 'ошибка', 'ошибки', 'ошибок'),
    warn > 0 && counted(warn, 'замечание', 'замечания', 'замечаний'),
  ].filter(Boolean)
  return (
    <span className={classes.tone} data-tone={bad > 0 ? 'bad' : 'warn'}>
      {words.join(', ')}
    </span>
  )
}

const NameLine = ({ checked }: { checked: CheckedName }) => {
  const { name, container, label, required, finding, count, advice } = checked
  return (
    <li>
      <span className={classes.finding} data-tone={toneOf(checked)}>
        {findingWords[finding]}
      </span>
      <Box shrink anywhere className={classes.words}>
        <div>
          <strong>{label}</strong> <code>{container ? `${container} › ${name}` : name}</code>
        </div>
        {advice && <div>{advice}</div>}
        <Box size={2} tone="quiet" tight>
          {required ? 'Обязательно по закону' : 'Если есть в организации'}
          {count > 0 && ` · на странице ${counted(count, 'раз', 'раза', 'раз')}`}
        </Box>
      </Box>
    </li>
  )
}
