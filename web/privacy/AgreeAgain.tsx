import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { consentsQuery } from '#web/consents/consents.queries.ts'
import { reportError } from '#web/data/report-error.ts'
import { versionHref } from '#web/documents/version-href.ts'
import { useKeepAccount } from '#web/privacy/privacy.queries.ts'
import { DialogButtons } from '#web/ui/FormDialog.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { toast } from '#web/ui/toasts.ts'

/**
 * Asks somebody who has taken the consent back and wants to stay to give it again: to the text in force, as a new line
 * of the journal.
 */
const AgreeAgain = ({ userId, onClose }: { userId: number; onClose: () => void }) => {
  const query = useQuery(consentsQuery(userId))
  const keep = useKeepAccount(userId)
  return (
    <Modal onClose={onClose} title="Остаться и согласиться снова">
      <ListState query={query}>
        {({ asked }) => {
          const version = asked.find(({ document }) => document.slug === 'personal-data')?.version ?? 0
          return (
            <Stack gap={4}>
              <Stack links="underlined" gap={3} tone="soft">
                <p>
                  Согласие на обработку ваших персональных данных отозвано, а без него учётной записи быть не может.
                  Чтобы она осталась, согласитесь снова:{' '}
                  <a href={versionHref('personal-data', version)} target="_blank" rel="noreferrer">
                    прочитать текст, версия {version}
                  </a>
                  .
                </p>
                <p>Согласие запишется сегодняшним днём. Отозвать его потом можно так же, как сейчас.</p>
              </Stack>
              <DialogButtons cancel="Не сейчас" onClose={onClose}>
                <Button
                  data-autofocus
                  loading={keep.isPending}
                  onClick={() =>
                    keep.mutate(
                      { document: 'personal-data', version },
                      {
                        onSuccess: () => {
                          toast({
                            severity: 'success',
                            summary: 'Учётная запись останется',
                            detail: 'Согласие записано.',
                          })
                          onClose()
                        },
                        onError: (error) => reportError(error, 'Не получилось'),
                      },
                    )
                  }
                >
                  Согласиться и остаться
                </Button>
              </DialogButtons>
            </Stack>
          )
        }}
      </ListState>
    </Modal>
  )
}

export default AgreeAgain
