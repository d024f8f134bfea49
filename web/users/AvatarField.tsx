import { Loader } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { type ComponentProps, useRef } from 'react'
import { avatarCheck } from '#contract/users/avatar-check.ts'
import type { UserProfile } from '#contract/users/users.api.ts'
import { ApiError } from '#web/data/api-error.ts'
import { reportError } from '#web/data/report-error.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { checkFile } from '#web/ui/check-file.ts'
import { confirm } from '#web/ui/confirm.ts'
import { FileInput } from '#web/ui/FileInput.tsx'
import { focusWhenDrawn } from '#web/ui/focus-when-drawn.ts'
import { Box, Center, Row, Stack } from '#web/ui/layout.tsx'
import { toast } from '#web/ui/toasts.ts'
import classes from '#web/users/Profile.module.css'
import { useAvatar } from '#web/users/users.queries.ts'

const size = 112

const PhotoButton = (props: ComponentProps<'button'>) => (
  <Row
    as="button"
    type="button"
    inline
    gap={1.5}
    pad={0.5}
    padX={2}
    size={2}
    tone={props.disabled ? 'quiet' : 'brand'}
    nowrap
    hover="brand"
    round="s"
    className={classes.photo}
    {...props}
  />
)

/** A person's picture; the user's own can be set and removed. */
export const AvatarField = ({ user, editable }: { user: UserProfile; editable: boolean }) => {
  const input = useRef<HTMLInputElement>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const avatar = useAvatar(user.id)
  const upload = (file: File | undefined) => {
    if (!file || !checkFile(file, avatarCheck)) return
    avatar.mutate(file, {
      onError: (error) => {
        const sentence = error instanceof ApiError && error.fields.file?.[0]
        if (sentence) toast({ severity: 'error', summary: 'Ошибка', detail: sentence, life: 3000 })
        else reportError(error, 'Не удалось загрузить фото')
      },
    })
  }
  /** Where the focus goes as the button that was pressed goes; nowhere, once it is somewhere else. */
  const findNext = () => {
    const now = document.activeElement
    if (now !== document.body && !buttons.current?.contains(now)) return null
    return buttons.current?.querySelector<HTMLElement>('[data-choose]:enabled')
  }
  const remove = async () => {
    if (
      !(await confirm({ title: 'Удалить фото?', text: 'Вернуть его не получится.', accept: 'Удалить', danger: true }))
    )
      return
    avatar.mutate(null, {
      onError: (error) => reportError(error, 'Не удалось удалить фото'),
      onSettled: () => focusWhenDrawn(findNext),
    })
  }
  return (
    <Stack gap={1} align="center" className={classes.avatar}>
      <Box round="full" className={classes.picture} aria-busy={avatar.isPending}>
        <Avatar person={user} size={size} />
        {avatar.isPending && (
          <Center as="span">
            <Loader size="sm" color="white" aria-label="Фото сохраняется" />
          </Center>
        )}
      </Box>
      {editable && (
        <Stack unprinted gap={1} align="center" mt={1.5} className={classes.avatar} ref={buttons}>
          <FileInput
            ref={input}
            accept={avatarCheck.types.join(',')}
            aria-label="Файл с фото"
            onFiles={([file]) => upload(file)}
          />
          <PhotoButton data-choose="" disabled={avatar.isPending} onClick={() => input.current?.click()}>
            <IconCamera size={16} stroke={1.75} aria-hidden="true" />
            {user.avatar ? 'Сменить фото' : 'Загрузить фото'}
          </PhotoButton>
          {user.avatar && (
            <PhotoButton disabled={avatar.isPending} onClick={() => void remove()}>
              Удалить фото
            </PhotoButton>
          )}
        </Stack>
      )}
    </Stack>
  )
}
