import { useQuery } from '@tanstack/react-query'
import { cohortCalled, cohortTitle } from '#contract/cohorts/cohort-words.ts'
import type { PageSearch } from '#contract/pages.ts'
import { roles } from '#contract/users/names.ts'
import { absences, accountStates } from '#contract/users/people-filter.ts'
import { listPage } from '#web/app/list-address.ts'
import { cohortsQuery } from '#web/cohorts/cohorts.queries.ts'
import { coursesQuery } from '#web/courses/courses.queries.ts'
import { hasFailed } from '#web/ui/first-load.ts'
import { ListChoice } from '#web/ui/ListTools.tsx'
import { Box } from '#web/ui/layout.tsx'
import { PartError } from '#web/ui/PartError.tsx'
import classes from '#web/users/PeopleFilters.module.css'
import type { UsersFilter } from '#web/users/users.queries.ts'

type Search = PageSearch<'users.index'>

/** The value, where it is one of the names. */
const oneOf = <Name extends string>(names: Record<Name, string>, value: string | undefined): Name | undefined =>
  value !== undefined && Object.hasOwn(names, value) ? (value as Name) : undefined

/** The number of a class or a course, where it can be one. */
const idOf = (value: string | undefined) => (/^[1-9]\d{0,8}$/.test(value ?? '') ? Number(value) : undefined)

/** What the address asks for; what makes no sense in it is left out. */
export const usersFilterOf = (search: Search): UsersFilter => ({
  search: search.search,
  role: oneOf(roles, search.role),
  cohort_id: idOf(search.cohort_id),
  course_id: idOf(search.course_id),
  state: oneOf(accountStates, search.state),
  visit: oneOf(absences, search.visit),
  page: listPage(search.page),
})

/** The address of everybody. */
export const everybody = {
  search: undefined,
  role: undefined,
  cohort_id: undefined,
  course_id: undefined,
  state: undefined,
  visit: undefined,
} satisfies Search

const optionsOf = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }))
const named = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name })

/** What the list of people may be narrowed down to besides their names. */
export const PeopleFilters = ({ filter, narrow }: { filter: UsersFilter; narrow: (changes: Search) => void }) => {
  const cohortList = useQuery(cohortsQuery)
  const courseList = useQuery(coursesQuery())
  const cohorts = cohortList.data?.cohorts ?? []
  const courses = courseList.data?.courses ?? []
  const missing = [
    ...(hasFailed(cohortList) ? [cohortCalled('many')] : []),
    ...(hasFailed(courseList) ? ['курсы'] : []),
  ]
  return (
    <>
      <Box className={classes.filters} role="group" aria-label="Кого показать" mb={4}>
        <ListChoice
          label="Роль"
          all="Все роли"
          value={filter.role}
          options={optionsOf(roles)}
          onChange={(role) => narrow({ role })}
        />
        {cohorts.length > 0 && (
          <ListChoice
            label={cohortTitle('many')}
            all={`Все ${cohortCalled('many')}`}
            value={filter.cohort_id?.toString()}
            options={cohorts.map(named)}
            onChange={(cohort_id) => narrow({ cohort_id })}
          />
        )}
        {courses.length > 0 && (
          <ListChoice
            label="Курсы"
            all="Все курсы"
            value={filter.course_id?.toString()}
            options={courses.map(named)}
            onChange={(course_id) => narrow({ course_id })}
          />
        )}
        <ListChoice
          label="Последний визит"
          all="Любой визит"
          value={filter.visit}
          options={optionsOf(absences)}
          onChange={(visit) => narrow({ visit })}
        />
        <ListChoice
          label="Состояние"
          all="Все состояния"
          value={filter.state}
          options={optionsOf(accountStates)}
          onChange={(state) => narrow({ state })}
        />
      </Box>
      {missing.length > 0 && (
        <Box mb={4}>
          <PartError what={missing.join(' и ')} />
        </Box>
      )}
    </>
  )
}
