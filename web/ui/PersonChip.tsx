import type { ReactNode } from 'react'
import type { PageAddress } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/ui/Avatar.module.css'
import { Avatar, type AvatarPerson } from '#web/ui/Avatar.tsx'
import { Text } from '#web/ui/layout.tsx'

/** A person: avatar, name, and a quiet line under it if any; a link when `href` is given. */
export const PersonChip = ({
  person,
  href,
  note,
  size = 32,
}: {
  person: AvatarPerson
  href?: PageAddress
  note?: ReactNode
  size?: number
}) => {
  const content = (
    <>
      <Avatar person={person} size={size} />
      <Text as="span" weight="medium" tight shrink anywhere className={classes.name}>
        {person.name} {person.surname}
        {note && (
          <Text as="span" size={2} tone="quiet" weight="plain" tight className={classes.note}>
            {note}
          </Text>
        )}
      </Text>
    </>
  )
  return href ? (
    <Link className={classes.chip} to={href}>
      {content}
    </Link>
  ) : (
    <span className={classes.chip}>{content}</span>
  )
}
