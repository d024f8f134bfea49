import { Button } from '@mantine/core'
import { authApi } from '#contract/auth/auth.api.ts'
import { Link } from '#web/app/Link.tsx'
import { useAct } from '#web/data/act.ts'
import { reportError } from '#web/data/report-error.ts'
import { Stack, Text } from '#web/ui/layout.tsx'
import { toast } from '#web/ui/toasts.ts'

/** A notice at the sign-in while the registration waits for a parent; its button sends the letter to the parent again. */
export const ParentAwaited = ({
  message,
  credentials,
}: {
  message: string
  credentials: { email: string; password: string }
}) => {
  const send = useAct(authApi.sendParentLetter, () => ({ body: credentials, quiet: true }), {
    onSuccess: ({ parent_email }) =>
      toast({ severity: 'success', summary: 'Письмо отправлено', detail: parent_email, life: 6000 }),
    onError: (error) => reportError(error, 'Письмо не отправлено'),
  })
  return (
    <Stack gap={3} align="start" pad={4} ground="brand" round="s" loose anywhere>
      <p role="status">{message}</p>
      <Button variant="default" loading={send.isPending} onClick={() => send.mutate()}>
        Написать родителю ещё раз
      </Button>
      <Text size={2} tone="quiet" links="underlined" loose>
        Ошиблись в адресе родителя? <Link to="/registration">Зарегистрируйтесь ещё раз</Link> с правильным.
      </Text>
    </Stack>
  )
}
