import { Button, type ButtonProps } from '@mantine/core'
import { authApi } from '#contract/auth/auth.api.ts'
import { currentUser, loadUser } from '#web/auth/session.ts'
import { useAct } from '#web/data/act.ts'
import { ApiError } from '#web/data/api-error.ts'
import { reportError } from '#web/data/report-error.ts'
import { toast } from '#web/ui/toasts.ts'

/** Sends the letter that confirms the user's address again. `long`: the class of what a narrow place leaves out. */
export const ConfirmationButton = ({ long, ...props }: ButtonProps & { long?: string }) => {
  const send = useAct(authApi.sendConfirmation, () => ({}), {
    onSuccess: () =>
      toast({
        severity: 'success',
        summary: 'Письмо отправлено',
        detail: `${currentUser()?.email}. Если его нет, загляните в «Спам».`,
        life: 6000,
      }),
    onError: (error) => {
      // confirmed meanwhile, in another tab or on the phone
      if (error instanceof ApiError && error.status === 409) void loadUser(true)
      reportError(error, 'Письмо не отправлено')
    },
  })
  return (
    <Button {...props} loading={send.isPending} onClick={() => send.mutate()}>
      <span>
        Отправить <span className={long}>письмо </span>ещё раз
      </span>
    </Button>
  )
}
