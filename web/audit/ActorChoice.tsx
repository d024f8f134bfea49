import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { fullName } from '#contract/users/names.ts'
import { profileQuery, usersQuery } from '#web/users/users.queries.ts'

/** Whose acts are listed: curators and teachers to choose from, and the person in the address. */
export const ActorChoice = ({
  className,
  label,
  value,
  onChange,
}: {
  className: string | undefined
  label: string
  value: number | undefined
  onChange: (user: string | undefined) => void
}) => {
  const curators = useQuery(usersQuery({ role: 'curator' }))
  const teachers = useQuery(usersQuery({ role: 'teacher' }))
  const chosen = useQuery({ ...profileQuery(value ?? 0), enabled: value !== undefined })
  const people = [...(curators.data?.users ?? []), ...(teachers.data?.users ?? [])]
  const missing = value !== undefined && people.every(({ id }) => id !== value)
  return (
    <NativeSelect
      className={className}
      label={label}
      value={value === undefined ? '' : String(value)}
      data={[
        { value: '', label: 'Кто угодно' },
        ...(missing ? [{ value: String(value), label: chosen.data ? fullName(chosen.data.user) : `№ ${value}` }] : []),
        ...people.map((person) => ({ value: String(person.id), label: fullName(person) })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  )
}
