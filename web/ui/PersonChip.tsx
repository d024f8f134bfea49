import type { ReactNode } from 'react'
import classes from '#web/ui/Avatar.module.css'
import { Avatar, type AvatarPerson } from '#web/ui/Avatar.tsx'

/** A person: avatar, name, and a quiet line under it if any; a link when `href` is given. */
export const PersonChip = ({
  person,
  href,
  note,
  size = 32,
}: {
  person: AvatarPerson
  href?: string
  note?: ReactNode
  size?: number
}) => {
  const content = (
    <>
      <Avatar person={person} size={size} />
      <span className={classes.name}>
        {person.name} {person.surname}
        {note && <span className={classes.note}>{note}</span>}
      </span>
    </>
  )
  return href ? (
    <a className={classes.chip} href={href}>
      {content}
    </a>
  ) : (
    <span className={classes.chip}>{content}</span>
  )
}
