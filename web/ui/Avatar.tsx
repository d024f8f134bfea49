import { smallAvatar, smallAvatarSide } from '#contract/users/avatar-check.ts'
import classes from '#web/ui/Avatar.module.css'
import { Center } from '#web/ui/layout.tsx'

/** Who is drawn. */
export interface AvatarPerson {
  id: number
  name: string
  surname: string
  avatar: { url: string } | null
}

/** Grounds on which white initials keep a contrast of 4.5. */
const grounds = ['#c23a2c', '#0f7b4c', '#256af4', '#a35200', '#4a5361', '#1b3e8b', '#7a3ff2', '#0b6e80']

/** A person's picture, or their initials on a colour of their own. Not read aloud: the name is beside it. */
export const Avatar = ({ person, size = 36 }: { person: AvatarPerson; size?: number }) => (
  <Center
    as="span"
    weight="strong"
    fixed
    className={classes.avatar}
    style={{ width: size, height: size, fontSize: size * 0.36, background: grounds[person.id % grounds.length] }}
    aria-hidden="true"
  >
    {person.avatar ? (
      <img
        // sharp on a screen of two pixels a point
        src={size * 2 > smallAvatarSide ? person.avatar.url : smallAvatar(person.avatar.url)}
        alt=""
        width={size}
        height={size}
        loading="lazy"
      />
    ) : (
      `${person.name.slice(0, 1)}${person.surname.slice(0, 1)}`.toUpperCase()
    )}
  </Center>
)
